import { formatNumber } from '@purser/console-kit/format';
import type { WaitingKind } from '@purser/contract/features/overview';
import type { StaffReviewKind } from '@purser/contract/features/review';
import { MESSAGE_DELAYED_AFTER_MIN, MESSAGE_FAILED_WITHIN_DAYS } from '@purser/contract/message-times';
import { StatusTag } from '@purser/ui/status-tag';
import { Link } from '@tanstack/react-router';
import { ageText } from '@purser/console-kit/age';
import { HELD_DEPOSITS } from '../../shared/usual-views.ts';
import type { Overview } from './api.ts';
import styles from './overview.module.css';
import { type OverviewT, useI18n } from './texts.ts';

type ListSearch = Readonly<Record<string, string>>;
interface WaitingList {
  readonly to: string;
  /** Where it depends on the time, as of when it was counted. */
  readonly search?: ListSearch | ((now: string) => ListSearch);
}

/** The list that shows what waits, and nothing else. */
const LISTS: Record<WaitingKind, WaitingList> = {
  appeals: ordersOf('adjustment'),
  usdt_recharges: ordersOf('usdt_recharge'),
  usdt_withdrawals: ordersOf('usdt_withdrawal'),
  fiat_withdrawals: ordersOf('fiat_withdrawal'),
  held_deposits: { to: '/deposits', search: HELD_DEPOSITS },
  approvals: { to: '/approvals', search: { state: 'pending', sort_order: 'asc' } },
  identities: { to: '/identities', search: { status: 'pending', sort_order: 'asc' } },
  bank_accounts: { to: '/bank-accounts', search: { status: 'unverified', binding: 'bound' } },
  payouts: { to: '/payouts', search: { status: 'approved', sort_order: 'asc' } },
  failed_payouts: { to: '/payouts', search: { status: 'failed', sort_order: 'asc' } },
  bank_files: { to: '/bank-files' },
  merchant_links: { to: '/merchants', search: { set_up: 'pending' } },
  staff_links: { to: '/staff' },
  failed_messages: {
    to: '/messages',
    search: (now) => ({ state: 'given_up', time_from: minutesBefore(now, MESSAGE_FAILED_WITHIN_DAYS * 24 * 60) }),
  },
  delayed_messages: { to: '/messages', search: (now) => ({ state: 'failed', time_to: minutesBefore(now, MESSAGE_DELAYED_AFTER_MIN) }) },
  failing_webhooks: { to: '/health' },
};

function minutesBefore(now: string, minutes: number): string {
  return new Date(Date.parse(now) - minutes * 60_000).toISOString();
}

function ordersOf(kind: StaffReviewKind) {
  return { to: '/review-orders', search: { waits_for: 'staff', kind, sort_order: 'asc' } } as const;
}

interface WaitingProps {
  readonly waiting: NonNullable<Overview['waiting']>;
  readonly now: string;
}

/** Each kind of which something waits, with its number and the age of the oldest. */
export function Waiting({ waiting, now }: WaitingProps) {
  const { t, tag } = useI18n();
  const some = waiting.filter(({ waiting: { count } }) => count > 0);
  if (some.length === 0) return <p className={styles.calm}>{t('overview.waitingNone')}</p>;
  return (
    <ul className={styles.waiting}>
      {some.map(({ kind, waiting: counted, oldest_time, promised_h, is_broken }) => {
        const { to, search = {} } = LISTS[kind];
        return (
          <li key={kind}>
            <Link to={to} search={(typeof search === 'function' ? search(now) : search) as never}>
              <span className={styles.kind}>{t(`overview.waiting.${kind}`)}</span>
              <span className={styles.age}>
                {oldest_time && <span>{t('overview.oldest', { age: ageText(oldest_time, now, tag) })}</span>}
                <span>{t('overview.promised', { hours: promised_h })}</span>
                {is_broken && <StatusTag tone="danger">{t('overview.promiseBroken')}</StatusTag>}
              </span>
              <span className={styles.count}>{countText(counted, t)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** A number that is counted up to a bound: "1,000+". */
export function countText({ count, is_exact }: { readonly count: number; readonly is_exact: boolean }, t: OverviewT): string {
  return is_exact ? formatNumber(count) : t('overview.more', { count: formatNumber(count) });
}
