import { keysOf } from '@purser/console-kit/act-key';
import { client } from '@purser/console-kit/client';
import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { refresh } from '@purser/console-kit/query';
import { approvalApprove, approvalReject, approvalWithdraw } from '@purser/contract/features/approval';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { Dialog } from '@purser/ui/dialog';
import { FormField } from '@purser/ui/form-field';
import { toast } from '@purser/ui/toast';
import { Input } from 'antd';
import { Modal } from '@purser/ui/modal';
import { createContext, use, useRef, useState, type ComponentRef, type ReactNode } from 'react';
import { wasDecided } from '../../shared/queue-keys.tsx';
import type { Approval } from './approval-details.tsx';
import { useT } from './texts.ts';
import { aboutText, factText, factValue, kindText } from './words.ts';

interface Decisions {
  readonly approve: (approval: Approval) => void;
  readonly reject: (approval: Approval) => void;
  readonly withdraw: (approval: Approval) => void;
}

const LONGEST_REMARK = 500;

const Deciding = createContext<Decisions>({ approve: () => {}, reject: () => {}, withdraw: () => {} });

/** What one can do with an approval. */
export const useDecisions = (): Decisions => use(Deciding);

/** Asks for what a decision takes, in dialogs that outlive the rows: what is typed stays when somebody else decides meanwhile. */
export function WithDeciding({ children }: { readonly children: ReactNode }) {
  const { dialogs, ...decisions } = useDialogs();
  return (
    <Deciding value={decisions}>
      {children}
      {dialogs}
    </Deciding>
  );
}

function useDialogs(): Decisions & { readonly dialogs: ReactNode } {
  const approving = useApproving();
  const [rejected, setRejected] = useState<Approval>();
  const [withdrawn, setWithdrawn] = useState<Approval>();
  return {
    approve: approving.begin,
    reject: setRejected,
    withdraw: setWithdrawn,
    dialogs: (
      <>
        {approving.dialog}
        <RejectDialog approval={rejected} onClose={() => setRejected(undefined)} />
        <WithdrawDialog approval={withdrawn} onClose={() => setWithdrawn(undefined)} />
      </>
    ),
  };
}

function useApproving() {
  const t = useT();
  const act = useConfirmedAct(approvalApprove, {
    contentsOf: ({ approval_id, content_hash }: Approval) => ({ approval_id, content_hash }),
    onDone: () => {
      toast.success(t('approvals.approveDone'));
      wasDecided();
      refresh(AFTER);
    },
    // It was decided, withdrawn or changed meanwhile: the queue shows how it is.
    onRefused: () => {
      refresh(AFTER);
      return true;
    },
  });
  const { reviewed } = act;
  return {
    begin: act.begin,
    dialog: (
      <ConfirmWithCode
        {...act.confirmation}
        title={t('approvals.approve')}
        lead={reviewed && kindText(reviewed.kind, t)}
        facts={
          reviewed
            ? [
                { label: t('approvals.about'), value: aboutText(reviewed, t), strong: true },
                ...reviewed.facts.map(({ name, value }) => ({ label: factText(name, t), value: factValue(name, value, t) })),
                { label: t('approvals.reason'), value: reviewed.reason },
                { label: t('approvals.enteredBy'), value: reviewed.entered_by.name },
              ]
            : []
        }
        warning={t('approvals.approveWarning')}
        confirmText={t('approvals.approve')}
      />
    ),
  };
}

/** Approving may change anything; what is on show and has to do with it is fetched again. */
const AFTER = ['approval', 'review', 'party', 'market', 'ledger', 'staff', 'overview'];

/** Decides without a code; why it failed is told by a toast. */
async function decide<C extends typeof approvalReject | typeof approvalWithdraw>(
  call: C,
  input: Parameters<typeof client.request<C>>[1],
  done: string,
): Promise<boolean> {
  try {
    await keysOf(call).attempt(JSON.stringify(input), (idempotencyKey) => client.request(call, input, { idempotencyKey }));
    toast.success(done);
    wasDecided();
    return true;
  } catch {
    // The user has been told why.
    return false;
  } finally {
    refresh(AFTER);
  }
}

interface DecidingDialogProps {
  /** What is decided; undefined keeps the dialog closed. */
  readonly approval: Approval | undefined;
  readonly onClose: () => void;
}

function WithdrawDialog({ approval, onClose }: DecidingDialogProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const withdraw = async (): Promise<void> => {
    setBusy(true);
    const { approval_id } = approval as Approval;
    await decide(approvalWithdraw, { approval_id }, t('approvals.withdrawDone'));
    setBusy(false);
    onClose();
  };
  return (
    <Modal
      open={approval !== undefined}
      title={t('approvals.withdraw')}
      okText={t('approvals.withdraw')}
      okButtonProps={{ danger: true }}
      busy={busy}
      cancelText={t('kit.cancel')}
      onOk={() => void withdraw()}
      onCancel={onClose}
      destroyOnHidden
    >
      {t('approvals.withdrawLead')}
    </Modal>
  );
}

function RejectDialog({ approval, onClose }: DecidingDialogProps) {
  const t = useT();
  const [remark, setRemark] = useState('');
  const [told, setTold] = useState(false);
  const [busy, setBusy] = useState(false);
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null);
  const isMissing = remark.trim() === '';
  const close = (): void => {
    setRemark('');
    setTold(false);
    onClose();
  };
  const reject = async (): Promise<void> => {
    if (isMissing) return setTold(true);
    setBusy(true);
    const { approval_id } = approval as Approval;
    if (await decide(approvalReject, { approval_id, remark: remark.trim() }, t('approvals.rejectDone'))) close();
    setBusy(false);
  };
  return (
    <Dialog
      open={approval !== undefined}
      title={t('approvals.reject')}
      okText={t('approvals.reject')}
      okButtonProps={{ danger: true }}
      busy={busy}
      cancelText={t('kit.cancel')}
      onOk={() => void reject()}
      onCancel={close}
      // The drawer of the row holds the focus until the dialog is there.
      afterOpenChange={(shown) => {
        if (shown) field.current?.focus();
      }}
      destroyOnHidden
    >
      <FormField label={t('approvals.rejectReason')} problem={told && isMissing ? t('approvals.rejectReasonRequired') : undefined}>
        {(control) => (
          <Input.TextArea
            {...control}
            ref={field}
            rows={3}
            maxLength={LONGEST_REMARK}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        )}
      </FormField>
    </Dialog>
  );
}
