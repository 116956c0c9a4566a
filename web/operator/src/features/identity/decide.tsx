import { identityMachine } from '@purser/contract/identity';
import { next } from '@purser/contract/machine';
import { Button } from 'antd';
import { useOffered } from '../../shared/queue-keys.tsx';
import { useDecide } from './deciding.tsx';
import type { Submission } from './identity-details.tsx';
import styles from './identity.module.css';
import { useT } from './texts.ts';

interface DecideProps {
  readonly submission: Submission;
  /** Whether what was handed in is on show: nobody approves what they have not looked at. */
  readonly isShown: boolean;
  /** Shows it. */
  readonly show: () => void;
}

/** Approves or rejects a submission where its state allows that. The keys a and r do the same, s shows what was handed in. */
export function Decide({ submission, isShown, show }: DecideProps) {
  const t = useT();
  const decide = useDecide();
  const mayApprove = next(identityMachine, submission.status, 'approve') !== undefined;
  const mayReject = next(identityMachine, submission.status, 'reject') !== undefined;
  const approve = (): void => decide('approve', [submission]);
  const reject = (): void => decide('reject', [submission]);
  useOffered({ s: show, ...(mayApprove && isShown && { a: approve }), ...(mayReject && { r: reject }) });
  return (
    <div className={styles.acts}>
      {mayApprove && isShown && (
        <Button type="primary" aria-keyshortcuts="a" onClick={approve}>
          {t('identity.approve')}
        </Button>
      )}
      {mayReject && (
        <Button danger aria-keyshortcuts="r" onClick={reject}>
          {t('identity.reject')}
        </Button>
      )}
      {mayApprove && !isShown && <span className={styles.hint}>{t('identity.lookFirst')}</span>}
    </div>
  );
}
