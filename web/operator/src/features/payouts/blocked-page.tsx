import type { OutputOf } from '@purser/contract/call';
import { blockedAddressAdd, blockedAddressExport, blockedAddressQuery, blockedAddressRemove } from '@purser/contract/features/payout';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { useAllowed } from '../../shared/session.ts';
import { lists } from './lists.ts';
import { SaidAct, type SaidField } from './said-act.tsx';
import { useT } from './texts.ts';

type Blocked = OutputOf<typeof blockedAddressQuery>['list'][number];

/** Addresses that nothing is paid out to. */
export default lists.listPage(blockedAddressQuery, {
  id: 'blocked-addresses',
  title: 'menu.blockedAddresses',
  hint: 'payouts.blockedHint',
  label: 'menu.blockedAddresses',
  topics: ['review'],
  rowKey: (row) => row.address,
  columns: (c) => [
    c.copy('address', 'payouts.address', { always: true }),
    c.text('reason', 'payouts.remark'),
    c.text('blocked_by', 'payouts.blockedBy'),
    c.time('create_time', 'field.createTime'),
  ],
  search: { address: 'payouts.address' },
  filters: () => [],
  details: { title: 'payouts.blockedDetail', find: (address) => ({ address }), Body: BlockedDetails },
  empty: { title: 'payouts.blockedEmpty', hint: 'payouts.blockedEmptyHint' },
  exports: blockedAddressExport,
  Actions: Block,
});

function useReason(): SaidField {
  const t = useT();
  return { name: 'reason', label: t('payouts.remark'), required: t('payouts.reasonRequired') };
}

function Block() {
  const t = useT();
  const reason = useReason();
  const mayDecide = useAllowed()('review.decide');
  if (!mayDecide) return null;
  return (
    <SaidAct
      call={blockedAddressAdd}
      label={t('payouts.block')}
      title={t('payouts.block')}
      fields={[{ name: 'address', label: t('payouts.address'), required: t('payouts.addressRequired') }, reason]}
      facts={[]}
      warning={t('payouts.blockWarning')}
      done={t('payouts.blocked')}
      contentsOf={(said) => ({ address: said.address, reason: said.reason })}
      primary
    />
  );
}

function BlockedDetails({ row }: { readonly row: Blocked }) {
  const t = useT();
  const reason = useReason();
  const mayDecide = useAllowed()('review.decide');
  return (
    <Details>
      <DetailsPart title={t('payouts.address')}>
        <Facts>
          <Fact label={t('payouts.address')}>
            <CopyText text={row.address} what={t('payouts.address')} />
          </Fact>
          <Fact label={t('payouts.remark')}>{row.reason}</Fact>
          <Fact label={t('payouts.blockedBy')}>{row.blocked_by}</Fact>
          <Fact label={t('field.createTime')}>{formatInstant(row.create_time)}</Fact>
        </Facts>
      </DetailsPart>
      {mayDecide && (
        <SaidAct
          call={blockedAddressRemove}
          label={t('payouts.unblock')}
          title={t('payouts.unblock')}
          fields={[reason]}
          facts={[{ label: t('payouts.address'), value: row.address }]}
          warning={t('payouts.unblockWarning')}
          done={t('payouts.unblocked')}
          contentsOf={(said) => ({ address: row.address, reason: said.reason })}
          danger
        />
      )}
    </Details>
  );
}
