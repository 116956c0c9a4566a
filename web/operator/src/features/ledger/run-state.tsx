import type { OutputOf } from '@purser/contract/call';
import type { ledgerRunQuery } from '@purser/contract/features/ledger';
import { StatusTag } from '@purser/ui/status-tag';
import { useT } from './texts.ts';

export type Run = OutputOf<typeof ledgerRunQuery>['list'][number];

/** How a run stands: what a verification found counts more than that it is done. */
export function RunState({ run: { state, verification } }: { readonly run: Pick<Run, 'state' | 'verification'> }) {
  const t = useT();
  const count = verification?.breaks.length ?? 0;
  if (count > 0) return <StatusTag tone="danger">{t('ledger.state.broken', { count })}</StatusTag>;
  if (state === 'done') return <StatusTag tone="success">{t(verification ? 'ledger.state.whole' : 'ledger.state.done')}</StatusTag>;
  const tone = state === 'failed' ? 'danger' : state === 'stopped' ? 'warning' : 'info';
  return <StatusTag tone={tone}>{t(`ledger.state.${state}`)}</StatusTag>;
}

export function isUnderWay({ state }: Pick<Run, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}
