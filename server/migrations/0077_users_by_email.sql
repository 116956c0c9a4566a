-- Staff look wallet users up by their whole e-mail, however its letters are written; the parts of one are in those of many others.
create index wallet_user_by_lower_email on wallet_user (lower(email));
drop index wallet_user_by_email;
