-- Orders under review have a promise of their own by kind: what was promised of all of them holds for each.
update promised_time set hours = (hours - 'reviews') || jsonb_build_object(
  'appeals', hours -> 'reviews', 'usdt_recharges', hours -> 'reviews', 'usdt_withdrawals', hours -> 'reviews', 'fiat_withdrawals', hours -> 'reviews')
where hours ? 'reviews';
