import { DetailsPart } from '@purser/ui/details';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { Link } from '@tanstack/react-router';
import { LineList } from '../../shared/line-list/line-list.tsx';
import { useAllowed } from '../../shared/session.ts';
import type { OrderDetail } from './api.ts';
import styles from './orders.module.css';
import { type T, useT } from './texts.ts';

type Posting = OrderDetail['postings'][number];
type Entry = Posting['entries'][number];

interface PostingsProps {
  readonly serialNumber: string;
  readonly postings: readonly Posting[];
}

/** What was posted, account by account, and the way to the ledger's own page for who may read it. */
export function Postings({ serialNumber, postings }: PostingsProps) {
  const t = useT();
  const mayRead = useAllowed()('ledger.read');
  return (
    <DetailsPart title={t('orders.postings')}>
      {postings.length === 0 && <span className={styles.beside}>{t('orders.noPostings')}</span>}
      {postings.map((posting) => (
        <div key={posting.posting_id}>
          <p className={styles.posting}>
            {t(`transactionType.${posting.transaction_type}`)}
            <span className={styles.beside}>{formatInstant(posting.time)}</span>
          </p>
          <LineList>
            {posting.entries.map((entry) => (
              <li key={`${entry.owner_id} ${entry.coin_name} ${entry.purpose}`}>
                <span>
                  <span>{entry.owner_name === null ? t('orders.provider') : entry.owner_name || '–'}</span>
                  <span className={styles.beside}>
                    {purposeText(entry, t)} · {entry.owner_id}
                  </span>
                </span>
                <Money amount={entry.transaction_number} coin={entry.coin_name} signed />
              </li>
            ))}
          </LineList>
        </div>
      ))}
      {mayRead && postings.length > 0 && (
        <Link className={styles.link} to="/ledger/postings" search={{ serial_number: serialNumber, open: serialNumber } as never}>
          {t('orders.showPosting')}
        </Link>
      )}
    </DetailsPart>
  );
}

function purposeText({ purpose }: Entry, t: T): string {
  const known = (['main', 'reward', 'fees'] as const).find((one) => one === purpose);
  return known ? t(`orders.purpose.${known}`) : purpose;
}
