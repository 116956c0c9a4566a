import type { T } from './texts.ts';

const PURPOSES = ['main', 'reward', 'fees', 'reward_pool', 'issuance', 'bank', 'exchange', 'clearing'] as const;
const CUSTODY = 'custody_';

/** What an account is for, in words; one without words by its name. */
export function purposeText(purpose: string, t: T): string {
  const known = PURPOSES.find((one) => one === purpose);
  if (known) return t(`purpose.${known}`);
  return purpose.startsWith(CUSTODY) ? t('purpose.custody', { network: purpose.slice(CUSTODY.length).toUpperCase() }) : purpose;
}
