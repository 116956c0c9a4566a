-- What staff decide is told to the systems of the merchants whom it concerns, in the transaction that decides it.
grant insert on webhook_delivery to purser_operator;
