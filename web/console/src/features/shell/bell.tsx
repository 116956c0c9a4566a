import { BellOutlined } from '@ant-design/icons';
import { CountBadge } from '@purser/ui/count-badge';
import { formatInstant } from '@purser/ui/instant-text';
import { groupDigits } from '@purser/ui/money-text';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, Popover, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { ownAccount } from '../../shared/account.ts';
import { useT, type T } from '../../shared/i18n.tsx';
import { PATHS } from '../../shared/paths.ts';
import { recordPath } from '../../shared/record-link.tsx';
import { markEventsSeen, newsList, type News } from './api.ts';
import styles from './bell.module.css';

/** What happened that the merchant may want to know of. Opening it marks all as seen; what was new stays marked until it is opened again. */
export function Bell() {
  const t = useT();
  const { data: account } = useQuery(ownAccount);
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<NewsList onChosen={() => setOpen(false)} />}
    >
      <span className={styles['bell']}>
        <Button type="text" icon={<BellOutlined />} aria-label={t('shell.events')} title={t('shell.events')} aria-haspopup="dialog" />
        <CountBadge count={account?.own?.unread ?? 0} />
      </span>
    </Popover>
  );
}

function NewsList({ onChosen }: { readonly onChosen: () => void }) {
  const t = useT();
  const query = useQuery(newsList);
  const { isError, isFetching, refetch } = query;
  const data = query.data?.list;
  const isShown = data !== undefined;
  useEffect(() => {
    if (!isShown) return;
    markEventsSeen().catch(() => {
      // The count stays as it is; nothing else depends on it.
    });
  }, [isShown]);
  return (
    <section className={styles['news']} aria-labelledby="news-title">
      <h2 id="news-title">{t('news.title')}</h2>
      {isError && !data && <ErrorState onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !isError && <Skeleton active title={false} />}
      {data?.length === 0 && <p className={styles['none']}>{t('news.none')}</p>}
      <ul>
        {data?.map((news) => (
          <li key={`${news.kind} ${news.serial_number ?? ''}`} data-new={news.is_new}>
            <Link {...placeOf(news)} onClick={onChosen}>
              <span>
                {news.is_new && <span className="visually-hidden">{t('news.new')}: </span>}
                {textOf(news, t)}
              </span>
              <time dateTime={news.time}>{formatInstant(news.time)}</time>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function textOf({ kind, count, amount, coin_name: coin }: News, t: T): string {
  if (kind === 'first_payment' || kind === 'transfer_received')
    return t(`news.${kind}`, { amount: `${groupDigits(amount ?? '')} ${coin ?? ''}` });
  if (kind === 'access_key_made') return t('news.access_key_made');
  return t(`news.${kind}`, { count: count >= 100 ? '100+' : count });
}

/** The page where one sees more of it. */
function placeOf({ kind, serial_number }: News): { to: string; search: never } {
  const search = (wanted: object): never => wanted as never;
  if (serial_number !== null) return { to: recordPath(serial_number) ?? PATHS.fundFlow, search: search({}) };
  switch (kind) {
    case 'webhook_waiting':
      return { to: PATHS.apiManagement, search: search({ state: 'pending' }) };
    case 'webhook_failed':
      return { to: PATHS.apiManagement, search: search({ state: 'failed' }) };
    case 'access_key_made':
      return { to: PATHS.apiManagement, search: search({}) };
    default:
      return { to: PATHS.orders, search: search({ order_status: 'paid' }) };
  }
}
