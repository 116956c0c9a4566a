/** What became of a transfer, as its merchant was told. */
export type TransferTold = { readonly serialNumber: string } | { readonly refused: string };

/** What became of a withdrawal, as somebody was told who decided it. */
export type Decision = 'approved' | 'rejected' | 'cancelled';

/** What the system has promised; whatever happens, it must hold. */
export class Promises {
  /** Acknowledged orders: serial number, and the idempotency key and order number they were created with. */
  readonly created = new Map<string, { readonly key: string; readonly orderId: string; readonly merchantId: number }>();
  /** Payments that were acknowledged to a payer: serial number, payer. */
  readonly paid = new Map<string, number>();
  readonly closed = new Set<string>();
  /** Orders that were refused as too late: nobody may pay them afterwards. */
  readonly late = new Set<string>();
  /** By idempotency key: each has exactly one outcome, whether it was made or refused. */
  readonly transfers = new Map<string, { readonly merchantId: number; readonly told: TransferTold }>();
  /** Acknowledged withdrawals by serial number, with the merchant's own number and what somebody was told to have decided. */
  readonly withdrawals = new Map<string, { readonly merchantId: number; readonly orderId: string; decided: Decision | undefined }>();
  /** Merchants' numbers of withdrawals that were refused: none of them may be there. */
  readonly withdrawalsRefused = new Set<string>();
  /** How often an act was asked for again after it was answered, and how many payers or merchants ran out of money. */
  repeated = 0;
  insufficient = 0;
  /** Answers that can never be right: two payers told that they paid one order, say. */
  readonly contradictions: string[] = [];

  /** A second answer to the same act must be the first one. */
  contradict(what: string): void {
    this.contradictions.push(what);
  }

  decided(as: Decision): number {
    return [...this.withdrawals.values()].filter(({ decided }) => decided === as).length;
  }

  get transferred(): number {
    return [...this.transfers.values()].filter(({ told }) => 'serialNumber' in told).length;
  }
}
