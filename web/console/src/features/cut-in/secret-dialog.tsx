import { SecretDialog as Dialog, type Secret } from '@purser/console-kit/secret-dialog';
import { useT } from './texts.ts';

interface SecretDialogProps {
  /** Undefined keeps the dialog closed. */
  readonly secret: Secret | undefined;
  readonly onStored: () => void;
}

/** Shows what events to an endpoint are signed with, the only time. */
export function SecretDialog(dialog: SecretDialogProps) {
  const t = useT();
  const words = {
    title: t('cutIn.secretTitle'),
    stored: t('cutIn.secretStored'),
    storedFirst: t('cutIn.secretStoredFirst'),
    done: t('cutIn.secretDone'),
  };
  return <Dialog {...dialog} words={words} />;
}
