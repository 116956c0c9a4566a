-- The last rate that staff set stands behind all that a feed has told since, which are thousands a day.
create index coin_rate_by_staff on coin_rate (coin, sequence) where set_by <> 'feed';
