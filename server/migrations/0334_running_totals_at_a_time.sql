-- Sums by local day ask for what all kinds of an owner's entries had come to at the end of a day: one search of this index, where each kind took one.
-- Nulls, of which there are none, go first so that no question for the oldest or newest quarter is answered in this order: that would read all rows of an
-- owner whose entries are of another kind.
create index running_total_quarter on ledger.running_total (owner_id, quarter nulls first);
