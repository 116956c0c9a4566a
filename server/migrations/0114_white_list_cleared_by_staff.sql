-- Staff clear a merchant's white list when it shuts the merchant out; they put nothing on it.
grant delete on login_ip_white to purser_operator;
