import type { OutputOf } from '@purser/contract/call';
import type { staffOrderDetail } from '@purser/contract/features/staff-order';
import { DetailsPart } from '@purser/ui/details';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { Link } from '@tanstack/react-router';
import { LineList } from '../line-list/line-list.tsx';
import { useAllowed } from '../session.ts';
import { postingKey } from './posting-key.ts';
import styles from './postings.module.css';
import { purposeText } from './purpose-text.ts';
import { useT } from './texts.ts';

type Posting = OutputOf<typeof staffOrderDetail>['postings'][number];
type Entry = Posting['entries'][number];

interface PostingsProps {
  readonly serialNumber: string;
  /** The oldest first. */
  readonly postings: readonly Posting[];
  /** Says that nothing was posted. */
  readonly none: string;
}

/** What was posted for an order, account by account, and the way to the ledger's own page for who may read it. */
export function Postings({ serialNumber, postings, none }: PostingsProps) {
  const t = useT();
  const mayRead = useAllowed()('ledger.read');
  const newest = postings.at(-1);
  return (
    <DetailsPart title={t('postings.title')}>
      {postings.length === 0 && <span className={styles.beside}>{none}</span>}
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
                  <span>{entry.owner_name === null ? t('postings.provider') : entry.owner_name || '–'}</span>
                  <span className={styles.beside}>
                    {purposeText(entry.purpose, t)} · {entry.owner_id}
                  </span>
                </span>
                <Moved entry={entry} />
              </li>
            ))}
          </LineList>
        </div>
      ))}
      {mayRead && newest && (
        <Link className={styles.link ?? ''} to="/ledger/postings" search={searchFor(serialNumber, newest) as never}>
          {t('postings.show')}
        </Link>
      )}
    </DetailsPart>
  );
}

/** The postings of an order in the ledger, with one of them open. */
function searchFor(serial_number: string, { posting_id }: Posting): Readonly<Record<string, string>> {
  return { serial_number, open: postingKey({ serial_number, posting_id }) };
}

/** What changed: of money that is held back and stays the owner's, how much of it is. */
function Moved({ entry }: { readonly entry: Entry }) {
  const t = useT();
  const held = [
    ['field.frozen', entry.frozen_number],
    ['field.pending', entry.pending_number],
  ] as const;
  return (
    <span className={styles.moved}>
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
