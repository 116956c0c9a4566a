/** Who an account belongs to, in which coin, and for what: the whole of its identity. */
export interface AccountKey {
  readonly owner_id: number;
  readonly coin: string;
  readonly purpose: string;
}

/** The provider itself owns the accounts that face the outside world. */
export const PROVIDER_OWNER_ID = 1;

/**
 * Fees are collected in so many stripes, each of its share of the merchants, so that payments of different merchants do not wait for one row,
 * and may one day live on the same node as they do.
 */
const STRIPES = 16;

/**
 * Every stripe has so many accounts. A program adds fees to those of its slot, so that payments over different programs do not wait for one row
 * either. What is taken from a stripe is taken from its account in slot 0. All fees are the sum over these accounts.
 */
export const FEE_SLOTS = 8;

/** The provider's owner ids are 1 up to this: ledger.is_provider in the migrations. */
export const LAST_PROVIDER_OWNER_ID = STRIPES * FEE_SLOTS;

/** What the provider's accounts are for, beside fees; chain custody has one per network (`custodyPurpose`). */
const PROVIDER_PURPOSES = ['exchange', 'bank', 'issuance', 'reward_pool'] as const;
export type ProviderPurpose = (typeof PROVIDER_PURPOSES)[number];

/** Coins enter and leave Purser through these: their available bucket is minus what the outside world holds. */
export const UNBOUNDED_PURPOSES: ReadonlySet<ProviderPurpose> = new Set(['bank', 'issuance', 'exchange']);

/** `isProvider` of a column, in SQL: a range that the key's index serves. */
export function ofProvider(column: string): string {
  return `${column} between ${PROVIDER_OWNER_ID} and ${LAST_PROVIDER_OWNER_ID}`;
}

export function isProvider(owner_id: number): boolean {
  return owner_id >= PROVIDER_OWNER_ID && owner_id <= LAST_PROVIDER_OWNER_ID;
}

/** The provider's owner id that collects an owner's fees, in slot 0: ledger.stripe_of in the migrations. */
export function stripeOf(owner_id: number): number {
  return PROVIDER_OWNER_ID + (owner_id % STRIPES);
}

export function custodyPurpose(network: string): string {
  return `custody_${network.toLowerCase()}`;
}

export function providerAccount(coin: string, purpose: ProviderPurpose): AccountKey {
  return { owner_id: PROVIDER_OWNER_ID, coin, purpose };
}

/** Where the fees go that an owner bears, and where they are given back from. */
export function feeAccount(coin: string, bearer: number): AccountKey {
  return { owner_id: stripeOf(bearer), coin, purpose: 'fees' };
}

export function isFeeAccount({ owner_id, purpose }: AccountKey): boolean {
  return purpose === 'fees' && isProvider(owner_id);
}

/** Where money stands that leaves the shard group of an owner for another, or arrives there. */
export function clearingAccount(coin: string, owner_id: number): AccountKey {
  return { owner_id: stripeOf(owner_id), coin, purpose: 'clearing' };
}

export function isClearingAccount({ owner_id, purpose }: AccountKey): boolean {
  return purpose === 'clearing' && isProvider(owner_id);
}

/** Every clearing account of a coin, as `openAccounts` takes them. They are opened where there are several shard groups only. */
export function clearingAccounts(coin: string): (AccountKey & { readonly unbounded: true })[] {
  return Array.from({ length: LAST_PROVIDER_OWNER_ID }, (_, i) => ({
    owner_id: PROVIDER_OWNER_ID + i,
    coin,
    purpose: 'clearing',
    unbounded: true,
  }));
}

/** The account of the same stripe, of fees or of clearing, in another slot. */
export function feeAccountIn(slot: number, account: AccountKey): AccountKey {
  if (!isFeeAccount(account) && !isClearingAccount(account)) throw new RangeError(`${accountText(account)} collects no fees`);
  if (!Number.isInteger(slot) || slot < 0 || slot >= FEE_SLOTS) throw new RangeError(`there is no slot ${slot}`);
  return { ...account, owner_id: stripeOf(account.owner_id - PROVIDER_OWNER_ID) + slot * STRIPES };
}

/** All accounts that the provider has in a coin, as `openAccounts` takes them. */
export function providerAccounts(coin: string): (AccountKey & { readonly unbounded: boolean })[] {
  return [
    ...PROVIDER_PURPOSES.map((purpose) => ({ ...providerAccount(coin, purpose), unbounded: UNBOUNDED_PURPOSES.has(purpose) })),
    ...Array.from({ length: LAST_PROVIDER_OWNER_ID }, (_, i) => ({
      owner_id: PROVIDER_OWNER_ID + i,
      coin,
      purpose: 'fees',
      unbounded: false,
    })),
  ];
}

export function mainAccount(owner_id: number, coin: string): AccountKey {
  return { owner_id, coin, purpose: 'main' };
}

/** Reward funds of a wallet user: they pay for orders and cannot be withdrawn. */
export function rewardAccount(owner_id: number, coin: string): AccountKey {
  return { owner_id, coin, purpose: 'reward' };
}

/** One text per account, for maps and for the order in which accounts are named. */
export function accountText(account: AccountKey): string {
  return `${account.owner_id} ${account.coin} ${account.purpose}`;
}
