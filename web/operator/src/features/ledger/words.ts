import type { T } from './texts.ts';

const PURPOSES = ['main', 'reward', 'fees', 'reward_pool', 'issuance', 'bank', 'exchange'] as const;
const CUSTODY = 'custody_';

/** What an account is for, in words; one without words by its name. */
export function purposeText(purpose: string, t: T): string {
  const known = PURPOSES.find((one) => one === purpose);
  if (known) return t(`ledger.purpose.${known}`);
  return purpose.startsWith(CUSTODY) ? t('ledger.purpose.custody', { network: purpose.slice(CUSTODY.length).toUpperCase() }) : purpose;
}

/** Whose an account is: a party by name and number, the provider by word. */
export function ownerText({ owner_id, owner_name }: { readonly owner_id: number; readonly owner_name: string | null }, t: T): string {
  return owner_name === null ? t('ledger.provider') : `${owner_name} (${owner_id})`;
}
