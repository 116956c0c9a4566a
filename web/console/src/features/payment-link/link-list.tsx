import { lazyPart } from '@purser/ui/lazy-part';
import { paymentLinkExport, paymentLinkQuery } from '@purser/contract/features/payment-link';
import type { PaymentLinkState } from '@purser/contract/payment-link';
import { Money } from '@purser/ui/money';
import type { Tone } from '@purser/ui/status-tag';
import { listsOf, type ListOptions } from '../../shared/lists.tsx';
import { CopyLink } from './copy-link.tsx';
import styles from './payment-link.module.css';
import { type OwnTexts, useT } from './texts.ts';

const { ListView } = listsOf<OwnTexts>();

const LinkDetails = lazyPart(async () => ({ default: (await import('./link-details.tsx')).LinkDetails }));

export const LINK_TONES: Readonly<Record<PaymentLinkState, Tone>> = {
  open: 'success',
  paid: 'success',
  closed: 'neutral',
  expired: 'neutral',
};

const LINKS: ListOptions<typeof paymentLinkQuery, OwnTexts> = {
  id: 'payment-links',
  label: 'paymentLink.table',
  topics: ['orders'],
  rowKey: (row) => row.serial_number,
  columns: (c, t) => [
    c.copy('serial_number', 'field.serialNumber', { always: true }),
    c.choice('link_status', 'field.status', (value) => t(`paymentLink.status.${value}`), { tones: LINK_TONES, always: true }),
    c.money('amount', 'field.amount', { always: true }),
    c.own('description', 'paymentLink.text', (row) => (
      <span className={styles.text} title={row.description}>
        {row.description || '–'}
      </span>
    )),
    c.choice('link_uses', 'paymentLink.uses', (value) => t(`paymentLink.uses.${value}`)),
    c.own('payment_count', 'paymentLink.count', (row) => row.payment_count, { align: 'end' }),
    c.own('payment_sum', 'paymentLink.sum', (row) => <Money amount={row.payment_sum} coin={row.coin_name} />, { align: 'end' }),
    c.time('expire_time', 'paymentLink.until'),
    c.time('create_time', 'field.createTime', { optional: true }),
  ],
  search: { serial_number: 'field.serialNumber' },
  filters: (f, t) => [
    f.choice('link_status', 'field.status', (value) => t(`paymentLink.status.${value}`)),
    f.coin('coin_name'),
    f.choice('link_uses', 'paymentLink.uses', (value) => t(`paymentLink.uses.${value}`)),
  ],
  details: { title: 'paymentLink.detailTitle', find: (serial_number) => ({ serial_number }), Body: LinkDetails },
  empty: { title: 'paymentLink.emptyTitle', hint: 'paymentLink.emptyHint' },
  exports: paymentLinkExport,
  RowActs: CopyLink,
};

/** The merchant's payment links, and what each brought in. */
export function LinkList() {
  const t = useT();
  return (
    <div className={styles.links}>
      <h2 id="payment-links">{t('paymentLink.links')}</h2>
      <ListView call={paymentLinkQuery} options={LINKS} />
    </div>
  );
}
