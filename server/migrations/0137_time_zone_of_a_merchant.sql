-- The IANA zone in which a merchant's console shows times and counts days, and in which the days of its exemption quotas begin. Null: consoles
-- take the browser's, and days begin at midnight UTC.
alter table merchant add column time_zone text check (time_zone <> '' and length(time_zone) <= 64);
