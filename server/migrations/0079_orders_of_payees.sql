-- A merchant looks up what one user was given. Without an index of its own such a list would be read whole where the user has little of it.
create index review_order_to_payee on review_order (owner_id, payee_id, kind, create_time desc, serial_number desc) where payee_id is not null;
