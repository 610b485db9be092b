-- What makes a file again of the rows that were refused.

alter table batch add records_header text;
comment on column batch.records_header is
  'What stands before the records in a file of them: the header of a CSV, nothing for lines that stand alone; null where '
  'records make no file of their own, as those of a JSON document.';

alter table quarantine add is_whole boolean not null default false;
comment on column quarantine.is_whole is 'Whether raw is the record to the byte, neither cut nor with bytes replaced.';
