import { ageText } from '@purser/console-kit/age';
import type { OutputOf } from '@purser/contract/call';
import { submissionExport, submissionQuery } from '@purser/contract/features/submission';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import type { Tone } from '@purser/ui/status-tag';
import { useEffect, useState } from 'react';
import { listsOf } from '../../shared/lists.tsx';
import { AlsoWaiting } from './also-waiting.tsx';
import { useI18n, type OwnTexts } from './texts.ts';

type Submission = OutputOf<typeof submissionQuery>['list'][number];

const TONES: Record<Submission['order_status'], Tone> = { pending_review: 'warning', failed: 'danger', appeal: 'warning' };

export default listsOf<OwnTexts>().listPage(submissionQuery, {
  id: 'submission',
  title: 'menu.submissions',
  hint: 'submission.hint',
  label: 'submission.table',
  topics: ['reviews'],
  rowKey: (row) => row.serial_number,
  columns: (c, t) => [
    c.copy('serial_number', 'field.serialNumber', { always: true }),
    c.choice('order_status', 'field.status', (value) => t(`submission.status.${value}`), { tones: TONES, always: true }),
    c.choice('kind', 'submission.kindTitle', (value) => t(`submission.kind.${value}`), { always: true }),
    c.money('amount', 'field.amount', { always: true }),
    c.money('settlement_amount', 'submission.expectedSettlement'),
    c.own('other_amount', 'submission.otherAmount', (row) => <Money amount={row.other_amount} coin={row.other_coin ?? ''} />, {
      align: 'end',
    }),
    c.own('age', 'submission.age', (row) => <Age time={row.create_time} />),
    c.time('create_time', 'field.createTime', { optional: true }),
    c.money('handling_fee', 'submission.expectedFee', { optional: true }),
    c.text('nick', 'submission.user', { optional: true }),
    c.own('network', 'submission.network', (row) => row.network ?? '–', { optional: true }),
    c.copy('address', 'submission.address', { shorten: true, optional: true }),
    c.copy('txid', 'submission.txid', { shorten: true, optional: true }),
    c.text('note', 'submission.note', { optional: true }),
    c.time('update_time', 'field.updateTime', { optional: true }),
  ],
  search: { serial_number: 'field.serialNumber' },
  filters: (f, t) => [
    f.choice('kind', 'submission.kindTitle', (value) => t(`submission.kind.${value}`)),
    f.choice('order_status', 'field.status', (value) => t(`submission.status.${value}`)),
    f.coin('coin_name'),
  ],
  details: { title: 'submission.detailTitle', find: (serial_number) => ({ serial_number }) },
  empty: { title: 'submission.emptyTitle', hint: 'submission.emptyHint' },
  exports: submissionExport,
  Sums: AlsoWaiting,
});

/** How long it has waited; since when exactly, on hover. */
function Age({ time }: { readonly time: string }) {
  const { tag } = useI18n();
  const now = useNow();
  return (
    <time dateTime={time} title={formatInstant(time)}>
      {ageText(time, now, tag)}
    </time>
  );
}

const RENEWED_MS = 10_000;

/** The time of now, while the page stays open. */
function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), RENEWED_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
