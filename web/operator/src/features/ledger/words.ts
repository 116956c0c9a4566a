import type { T } from './texts.ts';

/** Whose an account is: a party by name and number, the provider by word. */
export function ownerText({ owner_id, owner_name }: { readonly owner_id: number; readonly owner_name: string | null }, t: T): string {
  return owner_name === null ? t('ledger.provider') : `${owner_name} (${owner_id})`;
}
