import { Bones } from '@purser/ui/bones';
import { formatInstant } from '@purser/ui/instant-text';
import { groupDigits } from '@purser/ui/money-text';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { MayOpen } from '../../shared/may.tsx';
import { PATHS } from '../../shared/paths.ts';
import { recordPlace } from '../../shared/record-link.tsx';
import Announcements from './announcements.tsx';
import { markEventsSeen, newsList, type News } from './api.ts';
import styles from './bell.module.css';
import { useT } from './texts.ts';

type T = ReturnType<typeof useT>;

/** What happened, and below it what the provider announces. */
export default function NewsList({ onChosen }: { readonly onChosen: () => void }) {
  const t = useT();
  const query = useQuery(newsList);
  const { error, isError, isFetching, refetch } = query;
  const data = query.data?.list;
  const isShown = data !== undefined;
  useEffect(() => {
    if (!isShown) return;
    markEventsSeen().catch(() => {
      // The count stays as it is; nothing else depends on it.
    });
  }, [isShown]);
  return (
    <section className={styles.news} aria-labelledby="news-title">
      <h2 id="news-title">{t('news.title')}</h2>
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !isError && <Bones lines={3} />}
      {data?.length === 0 && <p className={styles.none}>{t('news.none')}</p>}
      <div className={styles.scroll}>
        <ul>
          {data?.map((news) => (
            <li key={`${news.kind} ${news.serial_number ?? ''}`} data-new={news.is_new}>
              <OneNews news={news} onChosen={onChosen} />
            </li>
          ))}
        </ul>
        <Announcements />
      </div>
    </section>
  );
}

/** Leads to where one sees more of it; plain for those whose role may not open that page. */
function OneNews({ news, onChosen }: { readonly news: News; readonly onChosen: () => void }) {
  const t = useT();
  const place = placeOf(news);
  const told = (
    <>
      <span>
        {news.is_new && <span className="visually-hidden">{t('news.new')}: </span>}
        {textOf(news, t)}
      </span>
      <time dateTime={news.time}>{formatInstant(news.time)}</time>
    </>
  );
  return (
    <MayOpen to={place.to} otherwise={<div>{told}</div>}>
      <Link {...place} onClick={onChosen}>
        {told}
      </Link>
    </MayOpen>
  );
}

function textOf({ kind, count, amount, coin_name: coin, order_kind }: News, t: T): string {
  if (kind === 'review_approved' || kind === 'review_rejected' || kind === 'payout_failed')
    return t(`news.${kind}`, {
      what: t(`news.order.${order_kind ?? 'user_withdrawal'}`),
      amount: `${groupDigits(amount ?? '')} ${coin ?? ''}`,
    });
  if (kind === 'first_payment' || kind === 'transfer_received')
    return t(`news.${kind}`, { amount: `${groupDigits(amount ?? '')} ${coin ?? ''}` });
  if (kind === 'payments' || kind === 'webhook_waiting' || kind === 'webhook_failed' || kind === 'withdrawals_waiting')
    return t(`news.${kind}`, { count: count >= 100 ? '100+' : count });
  return t(`news.${kind}`);
}

/** The page where one sees more of it. */
function placeOf({ kind, serial_number }: News): { to: string; search: never } {
  const search = (wanted: object): never => wanted as never;
  if (serial_number !== null) {
    const place = recordPlace(serial_number) ?? { to: PATHS.fundFlow, search: { serial_number } };
    return { to: place.to, search: search(place.search) };
  }
  switch (kind) {
    case 'webhook_waiting':
      return { to: PATHS.cutIn, search: search({ state: 'pending' }) };
    case 'webhook_failed':
      return { to: PATHS.cutIn, search: search({ state: 'failed' }) };
    case 'payout_address_changed':
      return { to: PATHS.usdtWithdrawals, search: search({ book: '1' }) };
    case 'withdrawals_waiting':
      return { to: PATHS.userWithdrawals, search: search({ order_status: 'pending_review' }) };
    case 'identity_approved':
    case 'identity_rejected':
      return { to: PATHS.verification, search: search({}) };
    case 'bank_account_verified':
    case 'bank_account_rejected':
      return { to: PATHS.paymentMethod, search: search({ status: kind === 'bank_account_rejected' ? 'rejected' : 'verified' }) };
    case 'access_key_made':
      return { to: PATHS.apiManagement, search: search({}) };
    default:
      return { to: PATHS.orders, search: search({ order_status: 'paid' }) };
  }
}
