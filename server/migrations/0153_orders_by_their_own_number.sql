-- Orders under review and refunds of all owners by the owner's own number, as staff find them: the newest first, as many owners may have the same one.
-- As in 0061: the conditions leave out no number that is asked for, and no statement but those of staff implies them.
create index review_order_by_own_number on review_order (order_id, create_time desc, serial_number desc) include (owner_id) where order_id || '' <> '';
create index refund_by_own_number on refund (refund_id, create_time desc, serial_number desc) include (merchant_id) where refund_id || '' <> '';
-- What the first costs for each order could not be told from chance: 100,000 rows inserted by the thousand took 146 to 205 µs each with it, 157 to 202 without.
