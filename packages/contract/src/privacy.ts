/** Kinds of what stands in the way of closing an account, in the order in which they are told. */
export const CLOSING_OBSTACLES = ['balance', 'reward', 'frozen', 'pending', 'order', 'deposit', 'identity', 'decision'] as const;

/** Something that stands in the way of closing an account. */
export interface ClosingObstacle {
  readonly what: (typeof CLOSING_OBSTACLES)[number];
  /** Of money, as it is written; null of anything else. */
  readonly amount: string | null;
  readonly coin_name: string | null;
  /** Of an order; null of anything else. */
  readonly serial_number: string | null;
}

/** Where the file is that a wallet user takes along. */
export const OWN_DATA_PATH = '/wallet/privacy/file';
