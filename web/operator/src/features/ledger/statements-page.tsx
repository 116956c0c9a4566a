import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { formatNumber } from '@purser/console-kit/format';
import { saveFile } from '@purser/console-kit/list/receive-file';
import { refresh } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { staffLiabilityExport, staffLiabilityMake, staffLiabilityQuery } from '@purser/contract/features/liabilities';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { CopyText, shortened } from '@purser/ui/copy-text';
import { Details, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { toast } from '@purser/ui/toast';
import { Button } from 'antd';
import { useAllowed } from '../../shared/session.ts';
import { lists } from './lists.ts';
import { useT } from './texts.ts';

type Statement = OutputOf<typeof staffLiabilityQuery>['list'][number];

/** What was stated to be owed to merchants and wallet users, the newest first. */
export default lists.listPage(staffLiabilityQuery, {
  id: 'liability-statements',
  title: 'ledger.statementsTitle',
  hint: 'ledger.statementsHint',
  label: 'ledger.statementsTitle',
  topics: ['ledger'],
  rowKey: (row) => row.statement_id,
  columns: (c, t) => [
    c.own('coins', 'field.coin', ({ coins }) => coins.map(({ coin_name }) => coin_name).join(', '), { always: true }),
    c.time('made_at', 'ledger.asOf', { always: true }),
    c.own('has_proofs', 'ledger.proofs', ({ has_proofs }) => t(has_proofs ? 'ledger.proofs.kept' : 'ledger.proofs.gone')),
    c.own('fingerprint', 'ledger.fingerprint', ({ fingerprint }) => <span title={fingerprint}>{shortened(fingerprint)}</span>, {
      copy: ({ fingerprint }) => fingerprint,
      phone: 'note',
    }),
  ],
  filters: () => [],
  details: { title: 'ledger.kind.statement', Body: StatementDetails },
  empty: { title: 'ledger.statementsEmpty', hint: 'ledger.statementsEmptyHint' },
  exports: staffLiabilityExport,
  Actions: MakeStatement,
});

function StatementDetails({ row: statement }: { readonly row: Statement }) {
  const t = useT();
  const { made_at, coins, fingerprint, key_fingerprint, public_key, statement: text, signature } = statement;
  const download = (): void => {
    const content = JSON.stringify({ statement: text, signature, public_key }, null, 2);
    // Several may be made in a day.
    const name = `liabilities_${formatInstant(made_at).slice(0, 10)}_${fingerprint.slice(0, 8)}.json`;
    saveFile(name, new Blob([content], { type: 'application/json' }));
  };
  return (
    <Details>
      <Facts>
        <Fact label={t('ledger.asOf')}>{formatInstant(made_at)}</Fact>
        <Fact label={t('ledger.fingerprint')}>
          <CopyText text={fingerprint} what={t('ledger.fingerprint')} shorten />
        </Fact>
        <Fact label={t('ledger.keyFingerprint')}>
          <CopyText text={key_fingerprint} what={t('ledger.keyFingerprint')} shorten />
        </Fact>
      </Facts>
      {coins.map(({ coin_name, sum, count, root }) => (
        <DetailsPart key={coin_name} title={coin_name}>
          <Facts>
            <Fact label={t('ledger.owed')} strong>
              <Money amount={sum} coin={coin_name} />
            </Fact>
            <Fact label={t('ledger.counted')}>{formatNumber(Number(count))}</Fact>
            <Fact label={t('ledger.root')}>
              <CopyText text={root} what={t('ledger.root')} shorten />
            </Fact>
          </Facts>
        </DetailsPart>
      ))}
      <Button onClick={download}>{t('ledger.downloadStatement')}</Button>
    </Details>
  );
}

/** Has the worker state what is owed. */
function MakeStatement() {
  const t = useT();
  const isAllowed = useAllowed();
  const act = useConfirmedAct(staffLiabilityMake, {
    contentsOf: () => ({}),
    onDone: () => {
      toast.success(t('ledger.asked'));
      refresh(['ledger']);
    },
  });
  if (!isAllowed('ledger.post')) return null;
  return (
    <>
      <Button type="primary" onClick={() => act.begin('statement')}>
        {t('ledger.makeStatement')}
      </Button>
      <ConfirmWithCode
        {...act.confirmation}
        title={t('ledger.makeStatement')}
        facts={[]}
        warning={t('ledger.makeStatementWarning')}
        confirmText={t('ledger.makeStatement')}
      />
    </>
  );
}
