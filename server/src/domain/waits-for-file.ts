/** Of orders `o`: fiat withdrawals that were approved and that no bank file has yet. */
export const WAITS_FOR_FILE = `o.kind = 'fiat_withdrawal' and o.status = 'approved'
  and not exists (select from bank_file_order f where f.owner_id = o.owner_id and f.serial_number = o.serial_number)`;
