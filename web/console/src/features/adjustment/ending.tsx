import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { refresh } from '@purser/console-kit/query';
import { adjustmentRelease, adjustmentTakeBack } from '@purser/contract/features/adjustment';
import { next } from '@purser/contract/machine';
import { adjustmentMachine } from '@purser/contract/review';
import { ConfirmWithCode, type ConfirmFact } from '@purser/ui/confirm-with-code';
import { Money } from '@purser/ui/money';
import { toast } from '@purser/ui/toast';
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { AdjustmentRecord } from './api.ts';
import { useT, type T } from './texts.ts';

interface Ending {
  readonly release: (row: AdjustmentRecord) => void;
  readonly takeBack: (row: AdjustmentRecord) => void;
}

const Ends = createContext<Ending>({ release: () => {}, takeBack: () => {} });

/** Opens the dialog that gives an adjustment to the user, or the one that takes it back. */
export const useEnding = (): Ending => use(Ends);

/** Nothing is offered that an adjustment's state does not allow. */
export function isKept({ order_status }: Pick<AdjustmentRecord, 'order_status'>): boolean {
  return next(adjustmentMachine, order_status, 'release') !== undefined;
}

/** What is below can have adjustments released and taken back: by row and by drawer, in dialogs that outlive the rows. */
export function WithEnding({ children }: { readonly children: ReactNode }) {
  const t = useT();
  const shared = {
    contentsOf: ({ serial_number }: AdjustmentRecord) => ({ serial_number }),
    // Somebody else was quicker, or its days are over: the list shows how it stands.
    onRefused: () => {
      refresh(['reviews', 'balances']);
      return true;
    },
  };
  const done = (text: string) => () => {
    toast.success(text);
    refresh(['reviews', 'balances']);
  };
  const release = useConfirmedAct(adjustmentRelease, { ...shared, onDone: done(t('adjustment.released')) });
  const takeBack = useConfirmedAct(adjustmentTakeBack, { ...shared, onDone: done(t('adjustment.takenBack')) });
  const ending = useMemo(() => ({ release: release.begin, takeBack: takeBack.begin }), [release.begin, takeBack.begin]);
  return (
    <Ends value={ending}>
      {children}
      <ConfirmWithCode
        {...release.confirmation}
        title={t('adjustment.releaseTitle')}
        facts={release.reviewed ? releaseFacts(release.reviewed, t) : []}
        warning={t('adjustment.releaseWarning')}
        confirmText={t('adjustment.release')}
      />
      <ConfirmWithCode
        {...takeBack.confirmation}
        title={t('adjustment.takeBackTitle')}
        facts={takeBack.reviewed ? takeBackFacts(takeBack.reviewed, t) : []}
        warning={t('adjustment.takeBackWarning')}
        confirmText={t('adjustment.takeBack')}
        danger
      />
    </Ends>
  );
}

function userFact({ receipt_nickname: name, receipt_user_id: id }: AdjustmentRecord, t: T): ConfirmFact {
  return { label: t('adjustment.user'), value: t('adjustment.userFound', { name, id }) };
}

function releaseFacts(row: AdjustmentRecord, t: T): ConfirmFact[] {
  const money = (amount: string) => <Money amount={amount} coin={row.coin_name} />;
  return [
    userFact(row, t),
    { label: t('field.amount'), value: money(row.pay_amount) },
    { label: t('field.handlingFee'), value: money(row.handling_fee) },
    { label: t('adjustment.userGets'), value: money(row.settlement_amount), strong: true },
  ];
}

function takeBackFacts(row: AdjustmentRecord, t: T): ConfirmFact[] {
  return [
    userFact(row, t),
    { label: t('adjustment.comesBack'), value: <Money amount={row.pay_amount} coin={row.coin_name} />, strong: true },
  ];
}
