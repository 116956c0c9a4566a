-- What staff have decided of an owner's orders, the latest first: the owner's bell tells of it.
create index review_order_decided on review_order (owner_id, audit_time desc, serial_number desc)
  where reviewer_kind = 'operator' and way = '' and audit_time is not null;
