import { CopyText } from '@purser/ui/copy-text';
import { QrCode } from '@purser/ui/qr-code';
import styles from './authenticator-secret.module.css';
import { useT } from './i18n.tsx';
import plain from './plain.module.css';

interface AuthenticatorSecretProps {
  readonly secret: string;
  readonly otpauthUri: string;
}

/** What an authenticator app takes on: to scan, and to type where that is not possible. */
export function AuthenticatorSecret({ secret, otpauthUri }: AuthenticatorSecretProps) {
  const t = useT();
  return (
    <>
      <p className={styles.line}>{t('bind.scan')}</p>
      <span className={styles.qr}>
        <QrCode text={otpauthUri} label={t('bind.qr')} />
      </span>
      <p className={`${styles.line} ${plain.hint}`}>{t('bind.secret')}</p>
      <code className={styles.secret}>
        <CopyText text={secret} shown={inFours(secret)} what={t('bind.secretName')} />
      </code>
    </>
  );
}

/** Groups of four are what one reads and types without losing the place. */
function inFours(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
