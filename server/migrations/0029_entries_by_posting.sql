-- The entries of one posting are found without reading those of other postings that bear its serial number, of which there may be any
-- number. Serial numbers still grow with time, so every insert goes to the newest page; equal keys of one posting's entries share one.
create index entry_by_posting on ledger.entry (serial_number, posting_id);
drop index ledger.entry_by_serial;
