/**
 * Coins and markets are data of the running system: `/v1/user/config/get` says which there are, with their decimals. What stands here is what
 * holds of every one of them.
 */

/** Codes of coins and of markets: as the ledger takes them. */
export const COIN_CODE = /^[A-Z0-9]{2,12}$/;
export const MOST_DECIMALS = 18;
/** A coin that is added has at most so many: with more, the largest amount of one act would soon be too small to use. */
export const MOST_NEW_DECIMALS = 8;

/** How a network's chain is spoken to. */
export const NETWORK_KINDS = ['tron', 'evm'] as const;
/** A rate is set by an operator, or follows a feed. */
export const PRICE_TYPES = ['fixed', 'floating'] as const;
