/** Marks an address as opened by scanning the payment code. */
export const SCANNED_QUERY = 'via=qr';
