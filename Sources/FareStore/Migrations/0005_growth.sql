-- What a file that grows is known by again, so that the next batch of it goes on where one ended.

alter table batch add byte_count bigint, add last_record integer, add grown_from bigint;
comment on column batch.byte_count is 'The length of the file.';
comment on column batch.last_record is
  'The number of the last record, where whatever is added to the file begins a record of its own; else null.';
comment on column batch.grown_from is
  'The batch of the beginning of the file, which this one went on behind: digest and byte_count are of the whole file.';

-- A path may be longer than an index takes.
create index batch_growing on batch (md5(file_name), byte_count) where last_record is not null;
