-- Each total says itself up to when it counts: so the two are read together, wherever the link's rows lie.
alter table payment_link_total add counted_to timestamptz;
update payment_link_total set counted_to = (select counted_to from payment_link_progress);
alter table payment_link_total alter counted_to set not null;
