import { DetailsPart } from '@purser/ui/details';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { Link } from '@tanstack/react-router';
import { LineList } from '../../shared/line-list/line-list.tsx';
import { useAllowed } from '../../shared/session.ts';
import type { ReviewDetail } from './api.ts';
import styles from './reviews.module.css';
import { useT } from './texts.ts';

type Posting = ReviewDetail['postings'][number];
type Entry = Posting['entries'][number];

/** What the order moved, account by account, and the way to the ledger for who may read it. */
export function Postings({ serialNumber, postings }: { readonly serialNumber: string; readonly postings: readonly Posting[] }) {
  const t = useT();
  const mayRead = useAllowed()('ledger.read');
  return (
    <DetailsPart title={t('reviews.postings')}>
      {postings.length === 0 && <span className={styles.beside}>{t('reviews.noPostings')}</span>}
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
                  <span>{entry.owner_name === null ? t('reviews.provider') : entry.owner_name || '–'}</span>
                  <span className={styles.beside}>{`${entry.purpose} · ${entry.owner_id}`}</span>
                </span>
                <Moved entry={entry} />
              </li>
            ))}
          </LineList>
        </div>
      ))}
      {mayRead && postings.length > 0 && (
        <Link className={styles.link ?? ''} to="/ledger/postings" search={{ serial_number: serialNumber } as never}>
          {t('reviews.showPosting')}
        </Link>
      )}
    </DetailsPart>
  );
}

/** What changed: of money that is held back and stays the owner's, how much of it is. */
function Moved({ entry }: { readonly entry: Entry }) {
  const t = useT();
  const held = [
    ['field.frozen', entry.frozen_number],
    ['field.pending', entry.pending_number],
  ] as const;
  return (
    <span className={styles.end}>
      <Money amount={entry.transaction_number} coin={entry.coin_name} signed />
      {held.map(([label, amount]) =>
        /[1-9]/.test(amount) ? (
          <span key={label} className={styles.beside}>
            {t(label)} <Money amount={amount} coin={entry.coin_name} signed />
          </span>
        ) : null,
      )}
    </span>
  );
}
