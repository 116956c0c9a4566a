import { SecretDialog as Dialog, type Secret } from '@purser/console-kit/secret-dialog';
import { useT } from './texts.ts';

interface SecretDialogProps {
  /** Undefined keeps the dialog closed. */
  readonly secret: Secret | undefined;
  readonly onStored: () => void;
}

/** Shows the secret of an access key, the only time. */
export function SecretDialog(dialog: SecretDialogProps) {
  const t = useT();
  const words = {
    title: t('apiManagement.secretTitle'),
    stored: t('apiManagement.secretStored'),
    storedFirst: t('apiManagement.secretStoredFirst'),
    done: t('apiManagement.secretDone'),
  };
  return <Dialog {...dialog} words={words} />;
}
