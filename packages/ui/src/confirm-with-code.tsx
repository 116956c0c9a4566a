import { Modal } from 'antd';
import { useId, useRef, useState, type ReactNode } from 'react';
import { GOOGLE_CODE_DIGITS, GoogleCodeInput } from './google-code-input.tsx';
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
  /** The button's word: "Transfer", "Delete". */
  readonly confirmText: string;
  readonly danger?: boolean;
  /** Why the code that was tried is refused; told at its field until another is typed. */
  readonly codeProblem?: string | undefined;
  /**
   * Does it. A rejection keeps the dialog open for another code; whoever made the call has told the user why.
   */
  readonly onConfirm: (googleCode: string) => Promise<unknown>;
  readonly onCancel: () => void;
  /** The dialog is gone and the focus is back where it was. */
  readonly onClosed?: () => void;
}

/** Shows what will happen in numbers, then asks for the authenticator's code, then does it. */
export function ConfirmWithCode(props: ConfirmWithCodeProps) {
  const { open, title, lead, facts, warning, confirmText, danger = false, codeProblem, onConfirm, onCancel, onClosed } = props;
  const { t } = useKitTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const [busy, setBusy] = useState(false);
  const problem = incomplete ? t('kit.codeRequired') : code === '' && !busy ? codeProblem : undefined;

  const confirm = async (): Promise<void> => {
    if (busy) return;
    if (code.length !== GOOGLE_CODE_DIGITS) {
      setIncomplete(true);
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await onConfirm(code);
    } catch {
      setCode('');
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open={open}
      title={title}
      onCancel={onCancel}
      onOk={() => void confirm()}
      okText={confirmText}
      cancelText={t('kit.cancel')}
      okButtonProps={{ danger, loading: busy }}
      cancelButtonProps={{ disabled: busy }}
      mask={{ closable: false }}
      keyboard={!busy}
      closable={!busy}
      afterOpenChange={(shown) => {
        if (shown) return input.current?.focus();
        setCode('');
        setIncomplete(false);
        onClosed?.();
      }}
      destroyOnHidden
    >
      {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
      <dl className={styles['facts']}>
        {facts.map((fact) => (
          <div key={fact.label} className={fact.strong ? styles['strong'] : undefined}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
      {warning !== undefined && (
        <p className={styles['warning']} aria-live="polite">
          {warning}
        </p>
      )}
      <form
        className={styles['code']}
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <label htmlFor={`${id}-code`}>{t('kit.codeLabel')}</label>
        <GoogleCodeInput
          ref={input}
          id={`${id}-code`}
          value={code}
          onChange={(next) => {
            setCode(next);
            setIncomplete(false);
          }}
          disabled={busy}
          invalid={problem !== undefined}
          describedBy={`${id}-hint`}
        />
        <p
          id={`${id}-hint`}
          className={problem === undefined ? styles['hint'] : styles['problem']}
          role={problem === undefined ? undefined : 'alert'}
        >
          {problem ?? t('kit.codeHint')}
        </p>
      </form>
    </Modal>
  );
}
