import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag } from '@purser/ui/status-tag';
import type { BookEntry } from './api.ts';
import { useT } from './texts.ts';

/** Whether an address may be used, and if not yet, from when on. */
export function AddressState({ entry: { address, is_resting, usable_time } }: { readonly entry: Omit<BookEntry, 'earlier'> }) {
  const t = useT();
  if (address === null) return <StatusTag tone="neutral">{t('usdtOut.none')}</StatusTag>;
  if (is_resting) return <StatusTag tone="warning">{t('usdtOut.resting', { time: formatInstant(usable_time) })}</StatusTag>;
  return <StatusTag tone="success">{t('usdtOut.usable')}</StatusTag>;
}
