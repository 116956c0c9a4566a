-- The language in which the merchant's system speaks to the payer, so that the payment page speaks it too. Null: none was named.
alter table payment_order add column language text check (language in ('zh_Hans', 'zh_Hant', 'en', 'vi'));
