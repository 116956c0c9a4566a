import { joined } from '@purser/console-kit/format';
import { groupDigits } from '@purser/ui/money-text';
import { quietQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { USDT } from '@purser/contract/exchange';
import {
  chainDepositCredit,
  chainDepositDetail,
  type chainDepositQuery,
  chainDepositSetAside,
} from '@purser/contract/features/chain-deposit';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { ErrorState } from '@purser/ui/states';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Skeleton } from 'antd';
import { useAllowed } from '../../shared/session.ts';
import { DecideAct } from './decide-act.tsx';
import styles from './deposits.module.css';
import { ReturnPart } from './return-part.tsx';
import { useT } from './texts.ts';
import { DEPOSIT_TONES } from '../../shared/order-tones.ts';

type DepositRow = OutputOf<typeof chainDepositQuery>['list'][number];
type Detail = OutputOf<typeof chainDepositDetail>;

interface Row {
  readonly row: DepositRow;
}

/** One deposit whole: what the chain says of it, why it is held, how it ended, and what staff may decide. */
export function DepositDetails({ row }: Row) {
  const t = useT();
  const isOpen = row.state === 'held' || row.state === 'set_aside';
  return (
    <Details>
      <DetailsHead>
        <Money amount={row.trade_count} coin={USDT} size="large" />
        <StatusTag tone={DEPOSIT_TONES[row.state]}>{t(`deposits.state.${row.state}`)}</StatusTag>
      </DetailsHead>
      {isOpen && <Open row={row} />}
      {(row.state === 'returning' || row.state === 'returned') && <ReturnPart row={row} waits={false} />}
      <DetailsPart title={t('deposits.chainTitle')}>
        <Facts>
          <Fact label={t('deposits.owner')}>
            <Owner row={row} />
          </Fact>
          <Fact label={t('deposits.ownerId')}>
            <CopyText text={String(row.owner_id)} what={t('deposits.ownerId')} />
          </Fact>
          <Fact label={t('deposits.network')}>{row.network}</Fact>
          <Fact label={t('deposits.address')}>
            <CopyText text={row.address} what={t('deposits.address')} />
          </Fact>
          <Fact label={t('deposits.sender')}>
            <CopyText text={row.sender} what={t('deposits.sender')} />
          </Fact>
          <Fact label={t('deposits.txid')}>
            <CopyText text={row.txid} what={t('deposits.txid')} />
          </Fact>
          <Fact label={t('deposits.block')}>{row.block}</Fact>
          <Fact label={t('deposits.confirmations')}>
            {t('deposits.confirmed', { done: String(row.confirmations), needed: String(row.confirmations_needed) })}
          </Fact>
          <Fact label={t('field.createTime')}>{formatInstant(row.create_time)}</Fact>
        </Facts>
      </DetailsPart>
      {row.settle_time !== null && <Ending row={row} />}
    </Details>
  );
}

function Owner({ row: { owner_id, owner_name, owner_type } }: Row) {
  const isMerchant = owner_type === 'merchant';
  return (
    <Link
      className={styles.link ?? ''}
      to={isMerchant ? '/merchants' : '/wallet-users'}
      search={{ [isMerchant ? 'merchant_id' : 'user_id']: owner_id, open: String(owner_id) } as never}
    >
      {owner_name || String(owner_id)}
    </Link>
  );
}

function Ending({ row }: Row) {
  const t = useT();
  return (
    <DetailsPart title={t('deposits.endTitle')}>
      <Facts>
        <Fact label={t('field.status')}>{t(`deposits.state.${row.state}`)}</Fact>
        {row.held !== null && <Fact label={t('deposits.held')}>{t(`deposits.held.${row.held}`)}</Fact>}
        {row.serial_number !== null && (
          <Fact label={t('deposits.order')}>
            <CopyText text={row.serial_number} what={t('deposits.order')} />
          </Fact>
        )}
        {row.decided_by !== null && <Fact label={t('deposits.decidedBy')}>{row.decided_by}</Fact>}
        {row.remark !== '' && <Fact label={t('deposits.remark')}>{row.remark}</Fact>}
        {row.settle_time !== null && <Fact label={t('deposits.settleTime')}>{formatInstant(row.settle_time)}</Fact>}
      </Facts>
    </DetailsPart>
  );
}

/** What a held deposit would come to, or what stands against it; and the acts that are left. */
function Open({ row }: Row) {
  const { data, error, isError, isFetching, refetch } = useQuery(
    quietQuery(chainDepositDetail, { owner_id: row.owner_id, deposit_id: row.deposit_id }, ['review', 'approval']),
  );
  if (!data)
    return isError ? (
      <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
    ) : (
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
    );
  return (
    <>
      <Decision row={row} detail={data} />
      <ReturnPart row={row} waits={data.waits !== null} />
    </>
  );
}

function Decision({ row, detail: { credit, refused, waits } }: Row & { readonly detail: Detail }) {
  const t = useT();
  const mayDecide = useAllowed()('review.decide');
  return (
    <DetailsPart title={t('deposits.nowTitle')}>
      <div className={styles.decision}>
        {credit && (
          <Facts>
            <Fact label={t('deposits.becomes')} strong>
              <Money amount={credit.settlement_amount} coin={credit.coin_name} />
            </Fact>
            <Fact label={t('deposits.fee')}>
              <Money amount={credit.handling_fee} coin={credit.coin_name} />
            </Fact>
            <Fact label={t('deposits.rate')}>{groupDigits(credit.rate)}</Fact>
            {credit.despite.length > 0 && (
              <Fact label={t('deposits.despite')}>
                {joined(
                  credit.despite.map((reason) => t(`deposits.held.${reason}`)),
                  t,
                )}
              </Fact>
            )}
            {credit.bound !== null && (
              <Fact label={t('deposits.bound')}>
                <Money amount={credit.bound} coin={credit.coin_name} />
              </Fact>
            )}
          </Facts>
        )}
        {refused !== null && <p className={styles.note}>{t('deposits.refused', { reason: t(`deposits.held.${refused}`) })}</p>}
        {credit?.needs_two && !waits && <p className={styles.note}>{t('deposits.needsTwo')}</p>}
        {waits && <p className={styles.note}>{t('deposits.waits', { name: waits.entered_by.name })}</p>}
        {mayDecide && <Acts row={row} credit={waits ? null : credit} />}
      </div>
    </DetailsPart>
  );
}

function Acts({ row, credit }: Row & Pick<Detail, 'credit'>) {
  const t = useT();
  const which = { owner_id: row.owner_id, deposit_id: row.deposit_id };
  const facts = [
    { label: t('deposits.owner'), value: `${row.owner_name} (${row.owner_id})` },
    { label: t('deposits.amount'), value: <Money amount={row.trade_count} coin={USDT} />, strong: credit === null },
  ];
  return (
    <div className={styles.acts}>
      {credit && (
        <DecideAct
          call={chainDepositCredit}
          label={t('deposits.credit')}
          title={t('deposits.creditTitle')}
          facts={[
            ...facts,
            { label: t('deposits.becomes'), value: <Money amount={credit.settlement_amount} coin={credit.coin_name} />, strong: true },
          ]}
          warning={t(credit.needs_two ? 'deposits.twoWarning' : 'deposits.creditWarning')}
          contentsOf={(reason) => ({ ...which, coin_name: credit.coin_name, reason })}
          doneText={({ approval_id }) => t(approval_id === null ? 'deposits.credited' : 'deposits.entered')}
          primary
        />
      )}
      {row.state === 'held' && (
        <DecideAct
          call={chainDepositSetAside}
          label={t('deposits.setAside')}
          title={t('deposits.setAsideTitle')}
          facts={facts}
          warning={t('deposits.setAsideWarning')}
          contentsOf={(reason) => ({ ...which, reason })}
          doneText={() => t('deposits.wasSetAside')}
        />
      )}
    </div>
  );
}
