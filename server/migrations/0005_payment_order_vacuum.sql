-- Every order is written once and updated once, so a fifth of a large table would be stale before it is cleaned by default. Lists and
-- figures are read from indexes alone as far as the visibility map is up to date: it is kept so.
alter table payment_order set (
  autovacuum_vacuum_scale_factor = 0.03, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.03, autovacuum_vacuum_insert_threshold = 10000
);
