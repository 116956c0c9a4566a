import { formatNumber } from '@purser/console-kit/format';
import type { OutputOf } from '@purser/contract/call';
import type { ledgerAccountQuery } from '@purser/contract/features/ledger';
import { Details, DetailsHead } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { Link } from '@tanstack/react-router';
import { useAllowed } from '../../shared/session.ts';
import styles from './ledger.module.css';
import { ManualPostingButton } from './manual-posting.tsx';
import { useT } from './texts.ts';
import { purposeText } from '../../shared/postings/purpose-text.ts';
import { ownerText } from './words.ts';

interface AccountDetailsProps {
  readonly row: OutputOf<typeof ledgerAccountQuery>['list'][number];
}

/** One account, and what leads on from it. */
export function AccountDetails({ row }: AccountDetailsProps) {
  const t = useT();
  const isAllowed = useAllowed();
  const { owner_id, owner_kind, coin_name, purpose } = row;
  return (
    <Details>
      <DetailsHead>
        <strong>{ownerText(row, t)}</strong>
      </DetailsHead>
      <Facts>
        <Fact label={t('ledger.ownerId')}>{owner_id}</Fact>
        <Fact label={t('ledger.purpose')}>{purposeText(purpose, t)}</Fact>
        <Fact label={t('field.available')} strong>
          <Money amount={row.available_asset} coin={coin_name} />
        </Fact>
        <Fact label={t('field.frozen')}>
          <Money amount={row.freeze_asset} coin={coin_name} />
        </Fact>
        <Fact label={t('field.pending')}>
          <Money amount={row.pending_asset} coin={coin_name} />
        </Fact>
        <Fact label={t('field.total')}>
          <Money amount={row.total_asset} coin={coin_name} />
        </Fact>
        <Fact label={t('ledger.entries')}>{formatNumber(row.entries)}</Fact>
        <Fact label={t('ledger.lastTime')}>{formatInstant(row.last_time)}</Fact>
        <Fact label={t('ledger.openTime')}>{formatInstant(row.open_time)}</Fact>
      </Facts>
      <div className={styles.acts}>
        <Link to={'/ledger/entries' as never} search={{ owner_id, coin_name } as never} className={styles.link}>
          {t('ledger.showEntries')}
        </Link>
        {isAllowed('ledger.post') && owner_kind === 'party' && purpose === 'main' && (
          <ManualPostingButton ownerId={owner_id} coin={coin_name} />
        )}
      </div>
    </Details>
  );
}
