import { CopyText } from '@purser/ui/copy-text';
import { useBlocker } from '@tanstack/react-router';
import { Button, Checkbox } from 'antd';
import { Modal } from '@purser/ui/modal';
import { useId, useState } from 'react';
import { useT } from './i18n.tsx';
import styles from './secret-dialog.module.css';

export interface Secret {
  /** What it is the secret of. */
  readonly label: string;
  /** What somebody could do who has it. */
  readonly lead: string;
  readonly value: string;
  /** What goes with it and is no secret. */
  readonly beside?: { readonly label: string; readonly value: string };
}

/** What the dialog says of the kind of secret. */
export interface SecretWords {
  readonly title: string;
  /** "I have stored it". */
  readonly stored: string;
  /** Asks for that, when it was not said. */
  readonly storedFirst: string;
  readonly done: string;
}

interface SecretDialogProps {
  /** Undefined keeps the dialog closed. */
  readonly secret: Secret | undefined;
  readonly words: SecretWords;
  readonly onStored: () => void;
}

/** Shows a secret, the only time, until its keeper says that it is stored: neither Escape nor a stray click ends it. */
export function SecretDialog({ secret, words, onStored }: SecretDialogProps) {
  return (
    <Modal
      open={secret !== undefined}
      title={words.title}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
      destroyOnHidden
    >
      {secret && <Content secret={secret} words={words} onStored={onStored} />}
    </Modal>
  );
}

function Content({ secret, words, onStored }: SecretDialogProps & { readonly secret: Secret }) {
  const t = useT();
  const id = useId();
  const [stored, setStored] = useState(false);
  const [reminded, setReminded] = useState(false);

  // Leaving the page now loses the secret for good. What is opened on the page itself leaves it where it is.
  useBlocker({
    // oxlint-disable-next-line eslint/no-alert -- the browser's own question, the same as when the tab is closed
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && !confirm(t('form.secretLost')),
    enableBeforeUnload: true,
  });

  return (
    <form
      className={styles.secret}
      onSubmit={(event) => {
        event.preventDefault();
        if (stored) onStored();
        else setReminded(true);
      }}
    >
      <p>{secret.lead}</p>
      <dl className={styles.box}>
        {secret.beside !== undefined && (
          <div>
            <dt>{secret.beside.label}</dt>
            <dd>
              <CopyText text={secret.beside.value} what={secret.beside.label} />
            </dd>
          </div>
        )}
        <div>
          <dt>{secret.label}</dt>
          <dd>
            <CopyText text={secret.value} what={secret.label} />
          </dd>
        </div>
      </dl>
      <Checkbox
        checked={stored}
        aria-describedby={reminded && !stored ? `${id}-first` : undefined}
        onChange={(event) => setStored(event.target.checked)}
      >
        {words.stored}
      </Checkbox>
      {reminded && !stored && (
        <p id={`${id}-first`} className={styles.problem} role="alert">
          {words.storedFirst}
        </p>
      )}
      <Button type="primary" htmlType="submit" block>
        {words.done}
      </Button>
    </form>
  );
}
