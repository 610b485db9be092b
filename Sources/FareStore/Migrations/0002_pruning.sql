-- What is left of the log before a cut: the fares that were current then, in one partition for all months before it.

create table pruning (
  cut       date not null primary key check (extract(day from cut) = 1),
  pruned_at timestamptz not null,
  kept_from date
);
comment on table pruning is
  'Cuts of the log, of which the latest counts. What was observed before it and was not current then is gone, and '
  'kept_from is the oldest month of observation that something is left of.';
