import { keysOf } from '@purser/console-kit/act-key';
import { client } from '@purser/console-kit/client';
import { callQuery, refresh } from '@purser/console-kit/query';
import { LEDGER_RUN_KINDS, ledgerCheckpoint, ledgerRunQuery, ledgerVerify } from '@purser/contract/features/ledger';
import { Bone } from '@purser/ui/bones';
import { formatInstant } from '@purser/ui/instant-text';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useAllowed } from '../../shared/session.ts';
import styles from './ledger.module.css';
import { isUnderWay, RunState } from './run-state.tsx';
import { useT } from './texts.ts';

type Kind = (typeof LEDGER_RUN_KINDS)[number];

const LAST = { verification: 'ledger.lastVerification', checkpoint: 'ledger.lastCheckpoint', statement: 'ledger.lastStatement' } as const;
/** While something is under way it is looked at so often. */
const LOOK_EVERY_MS = 1_500;

/** The newest run of a kind, followed while it is under way. */
function useLatest(kind: Kind) {
  const { data, isError } = useQuery({
    ...callQuery(ledgerRunQuery, { kind, page_size: 10 }, ['ledger']),
    refetchInterval: ({ state }) => (state.data?.list[0] && isUnderWay(state.data.list[0]) ? LOOK_EVERY_MS : 60_000),
  });
  return { run: data?.list[0], isKnown: data !== undefined, isError };
}

/** What the last run of each kind came to; above the list of all. */
export function LatestRuns() {
  return (
    <dl className={styles.latest}>
      {LEDGER_RUN_KINDS.map((kind) => (
        <Latest key={kind} kind={kind} />
      ))}
    </dl>
  );
}

function Latest({ kind }: { readonly kind: Kind }) {
  const t = useT();
  const { run, isKnown, isError } = useLatest(kind);
  const state = run && `${run.run_id} ${run.state}`;
  // The list below shows the same runs.
  useEffect(() => {
    if (state !== undefined) refresh(['ledger']);
  }, [state]);
  return (
    <div>
      <dt>{t(LAST[kind])}</dt>
      <dd aria-live="polite">
        {run ? (
          <>
            <RunState run={run} /> <span>{formatInstant(run.finish_time ?? run.create_time)}</span>
            {run.step && isUnderWay(run) && <span>{` ${t('ledger.step')}: ${t(`ledger.step.${run.step}`)}`}</span>}
          </>
        ) : (
          (isKnown && t('ledger.never')) || (isError ? t('kit.failedTitle') : <Bone />)
        )}
      </dd>
    </div>
  );
}

/** Leads to the liability statements, and has the worker verify the ledger or make a checkpoint. */
export function RunButtons() {
  const t = useT();
  const isAllowed = useAllowed();
  return (
    <>
      <Link to={'/ledger/liabilities' as never} className={styles.link}>
        {t('ledger.statementsTitle')}
      </Link>
      {isAllowed('ledger.post') && (
        <>
          <RunButton kind="checkpoint" text={t('ledger.makeCheckpoint')} />
          <RunButton kind="verification" text={t('ledger.verify')} />
        </>
      )}
    </>
  );
}

function RunButton({ kind, text }: { readonly kind: 'verification' | 'checkpoint'; readonly text: string }) {
  const t = useT();
  const { run: latest } = useLatest(kind);
  const [busy, setBusy] = useState(false);
  const ask = async (): Promise<void> => {
    setBusy(true);
    const call = kind === 'verification' ? ledgerVerify : ledgerCheckpoint;
    try {
      await keysOf(call).attempt('', (idempotencyKey) => client.request(call, {}, { idempotencyKey }));
      toast.success(t('ledger.asked'));
    } catch {
      // The user has been told why.
    } finally {
      refresh(['ledger']);
      setBusy(false);
    }
  };
  return (
    <Button
      type={kind === 'verification' ? 'primary' : 'default'}
      loading={busy || (latest !== undefined && isUnderWay(latest))}
      onClick={() => void ask()}
    >
      {text}
    </Button>
  );
}
