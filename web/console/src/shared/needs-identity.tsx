import { useI18n } from '@purser/console-kit/i18n';
import { verifications } from '@purser/contract/outcomes/verifications';
import { Link } from '@tanstack/react-router';
import type { ConsoleTexts } from './i18n.tsx';
import { MayOpen } from './may.tsx';
import styles from './needs-identity.module.css';
import { PATHS } from './paths.ts';

/** Says before a withdrawal that it would be refused, and leads those who may to where the identity is handed in. */
export function NeedsIdentity() {
  const { t, language } = useI18n<ConsoleTexts>();
  return (
    <p className={styles.note} role="note">
      {verifications.withdrawal_needs_identity.text[language]}{' '}
      <MayOpen to={PATHS.verification}>
        <Link to={PATHS.verification}>{t('common.verifyIdentity')}</Link>
      </MayOpen>
    </p>
  );
}
