import { CopyText } from '@purser/ui/copy-text';
import { Button, Checkbox, Modal } from 'antd';
import { useEffect, useId, useState } from 'react';
import { useT } from '../../shared/i18n.tsx';
import styles from './api-management.module.css';

export interface Secret {
  /** What it is the secret of. */
  readonly label: string;
  /** What somebody could do who has it. */
  readonly lead: string;
  readonly value: string;
  /** The public half that goes with it. */
  readonly key?: string;
}

interface SecretDialogProps {
  /** Undefined keeps the dialog closed. */
  readonly secret: Secret | undefined;
  readonly onStored: () => void;
}

/** Shows a secret, the only time, until its keeper says that it is stored: neither Escape nor a stray click ends it. */
export function SecretDialog({ secret, onStored }: SecretDialogProps) {
  const t = useT();
  return (
    <Modal
      open={secret !== undefined}
      title={t('apiManagement.secretTitle')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
      destroyOnHidden
    >
      {secret && <Content secret={secret} onStored={onStored} />}
    </Modal>
  );
}

function Content({ secret, onStored }: { readonly secret: Secret; readonly onStored: () => void }) {
  const t = useT();
  const id = useId();
  const [stored, setStored] = useState(false);
  const [reminded, setReminded] = useState(false);

  // Leaving the page now loses the secret for good; the browser asks first.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

  return (
    <form
      className={styles['secret']}
      onSubmit={(event) => {
        event.preventDefault();
        if (stored) onStored();
        else setReminded(true);
      }}
    >
      <p>{secret.lead}</p>
      <dl className={styles['secretBox']}>
        {secret.key !== undefined && (
          <div>
            <dt>{t('apiManagement.keyId')}</dt>
            <dd>
              <CopyText text={secret.key} what={t('apiManagement.keyId')} />
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
        {t('apiManagement.secretStored')}
      </Checkbox>
      {reminded && !stored && (
        <p id={`${id}-first`} className={styles['problem']} role="alert">
          {t('apiManagement.secretStoredFirst')}
        </p>
      )}
      <Button type="primary" htmlType="submit" block>
        {t('apiManagement.secretDone')}
      </Button>
    </form>
  );
}
