/** What a transfer of a token takes on TRON. */

/** fee_limit is so much of what a transfer is reckoned to take: the price of energy may change until it is carried out. */
const ROOM = { of: 12n, by: 10n } as const;
/** A transfer with its signature has some 345 bytes. */
export const TRANSFER_BYTES = 400n;

/** The most that so much energy may cost, at its price of now; in millionths of a TRX. */
export function feeLimitOf(energy: bigint, price: bigint): bigint {
  return (energy * price * ROOM.of + ROOM.by - 1n) / ROOM.by;
}
