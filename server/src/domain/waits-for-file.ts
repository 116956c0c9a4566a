/** Orders `o`, each with the bank file that has it, if any. */
export const ORDERS_WITH_FILES = `review_order o left join bank_file_order f on f.owner_id = o.owner_id and f.serial_number = o.serial_number`;

/** Of these: fiat withdrawals that were approved and that no bank file has yet. */
export const WAITS_FOR_FILE = `o.kind = 'fiat_withdrawal' and o.status = 'approved' and f.serial_number is null`;
