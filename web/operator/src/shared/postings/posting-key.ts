/** Names a posting in the list of the ledger's: what happens to an order is posted under its one number. */
export function postingKey({ serial_number, posting_id }: { readonly serial_number: string; readonly posting_id: string }): string {
  return `${serial_number} ${posting_id}`;
}
