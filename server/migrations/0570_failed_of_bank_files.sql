-- What of a bank file has failed, which is little, is told beside each file.
create index bank_file_order_failed on bank_file_order (file_no) include (amount) where status = 'failed';
