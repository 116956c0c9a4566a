import type { Confirmation } from '@purser/contract/passkey';
import { Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useConfirmingWays } from './confirming.tsx';
import { Dialog } from './dialog.tsx';
import { focusFirstField, focusFirstProblem } from './form-field.tsx';
import { GOOGLE_CODE_DIGITS, GoogleCodeField } from './google-code-field.tsx';
import { useKitTexts } from './texts.tsx';
import styles from './confirm-with-code.module.css';

/** One line of what will happen: "Recipient gets", "99.90 USDP". */
export interface ConfirmFact {
  readonly label: string;
  readonly value: ReactNode;
  /** The line that decides. */
  readonly strong?: boolean;
}

export interface ConfirmWithCodeProps {
  readonly open: boolean;
  readonly title: string;
  /** One sentence before the facts. */
  readonly lead?: ReactNode;
  readonly facts: readonly ConfirmFact[];
  /** What cannot be undone, or must be known first. */
  readonly warning?: ReactNode;
  /** Told in the warning's place once an attempt has got no answer: what may have come of it. Undefined before. */
  readonly unanswered: string | undefined;
  /** Told with it, and in the warning's place: what may have come of an attempt at the same with another rate or fee. */
  readonly unansweredApart?: string | undefined;
  /** What else is asked for, above the code: its first field has the focus first. */
  readonly children?: ReactNode;
  /** Whether what else is asked for is in order. Where it is not, whoever asks for it tells so at its field. */
  readonly mayConfirm?: () => boolean;
  /** The button's word: "Transfer", "Delete". */
  readonly confirmText: string;
  readonly danger?: boolean;
  /** Why the code that was tried is refused; told at its field until another is typed. */
  readonly codeProblem?: string | undefined;
  /**
   * Does it. A rejection keeps the dialog open for another code or passkey; whoever made the call has told the user why.
   */
  readonly onConfirm: (confirmation: Confirmation) => Promise<unknown>;
  readonly onCancel: () => void;
  /** The dialog is gone and the focus is back where it was. */
  readonly onClosed?: () => void;
}

/** Shows what will happen in numbers, then asks for the authenticator's code or a passkey, then does it. */
export function ConfirmWithCode(props: ConfirmWithCodeProps) {
  const {
    open,
    title,
    lead,
    facts,
    warning,
    unanswered,
    unansweredApart,
    children,
    mayConfirm,
    confirmText,
    danger = false,
    codeProblem,
    onConfirm,
    onCancel,
    onClosed,
  } = props;
  const { t } = useKitTexts();
  const ways = useConfirmingWays();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [own, setOwn] = useState<'incomplete' | 'notUsed'>();
  const [busy, setBusy] = useState(false);
  const told = code === '' && !busy ? codeProblem : undefined;
  const tried = [unansweredApart, unanswered].filter((text) => text !== undefined);
  const note = tried.length > 0 ? tried.join(' ') : warning;
  const problem = own === 'incomplete' ? t('kit.codeRequired') : own === 'notUsed' ? t('kit.passkeyNotUsed') : told;

  const send = async (confirmation: Confirmation): Promise<void> => {
    setBusy(true);
    try {
      await onConfirm(confirmation);
    } catch {
      setCode('');
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  const isHeldBack = (): boolean => {
    if (mayConfirm?.() !== false) return false;
    focusFirstProblem(form.current);
    return true;
  };
  const confirmByPasskey = async (): Promise<void> => {
    if (busy || !ways.passkey || isHeldBack()) return;
    setOwn(undefined);
    setBusy(true);
    const assertion = await ways.passkey().catch(() => undefined);
    setBusy(false);
    if (assertion) await send(assertion);
    else setOwn('notUsed');
  };
  const confirm = async (): Promise<void> => {
    if (busy) return;
    if (!ways.code) return confirmByPasskey();
    if (isHeldBack()) return;
    if (code.length === GOOGLE_CODE_DIGITS) return send(code);
    setOwn('incomplete');
    input.current?.focus();
  };

  return (
    <Dialog
      open={open}
      title={title}
      onCancel={onCancel}
      onOk={() => void confirm()}
      okText={confirmText}
      cancelText={t('kit.cancel')}
      okButtonProps={{ danger }}
      busy={busy}
      mask={{ closable: false }}
      afterOpenChange={(shown) => {
        if (shown) return focusFirstField(form.current);
        setCode('');
        setOwn(undefined);
        onClosed?.();
      }}
      destroyOnHidden
    >
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map((fact) => (
            <div key={fact.label} className={fact.strong ? styles.strong : undefined}>
              <dt>{fact.label}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {note !== undefined && (
        <p className={styles.warning} aria-live="polite">
          {note}
        </p>
      )}
      <form
        ref={form}
        className={children === undefined ? undefined : styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          // React hands on what a dialog sends that was opened from what else is asked for.
          if (event.target === event.currentTarget) void confirm();
        }}
      >
        {children}
        {ways.code ? (
          <GoogleCodeField
            ref={input}
            label={t('kit.codeLabel')}
            hint={t('kit.codeHint')}
            problem={problem}
            value={code}
            onChange={(next) => {
              setCode(next);
              setOwn(undefined);
            }}
            disabled={busy}
          />
        ) : (
          <p className={problem === undefined ? styles.hint : styles.problem} role={problem === undefined ? undefined : 'alert'}>
            {problem ?? t('kit.passkeyHint')}
          </p>
        )}
        {ways.code && ways.passkey && (
          <Button className={styles.passkey} block disabled={busy} onClick={() => void confirmByPasskey()}>
            {t('kit.passkeyInstead')}
          </Button>
        )}
      </form>
    </Dialog>
  );
}
