/** Who an account belongs to, in which coin, and for what: the whole of its identity. */
export interface AccountKey {
  readonly owner_id: number;
  readonly coin: string;
  readonly purpose: string;
}

/** The provider itself owns the accounts that face the outside world and those that collect fees. */
export const PROVIDER_OWNER_ID = 1;

/** What the provider's accounts are for; chain custody has one per network (`custodyPurpose`). */
export const PROVIDER_PURPOSES = ['fees', 'exchange', 'bank', 'issuance', 'reward_pool'] as const;
export type ProviderPurpose = (typeof PROVIDER_PURPOSES)[number];

/** Coins enter and leave Purser through these: their available bucket is minus what the outside world holds. */
export const UNBOUNDED_PURPOSES: readonly string[] = ['bank', 'issuance', 'exchange'];

export function custodyPurpose(network: string): string {
  return `custody_${network.toLowerCase()}`;
}

export function providerAccount(coin: string, purpose: ProviderPurpose): AccountKey {
  return { owner_id: PROVIDER_OWNER_ID, coin, purpose };
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
