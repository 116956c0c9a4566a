import { Card } from '@purser/console-kit/card';
import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { refresh } from '@purser/console-kit/query';
import { staffInvitationWithdraw } from '@purser/contract/features/staff-member';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { formatInstant } from '@purser/ui/instant-text';
import { toast } from '@purser/ui/toast';
import { Button } from 'antd';
import type { Invitation } from './api.ts';
import styles from './staff.module.css';
import { useT } from './texts.ts';

interface WaitingProps {
  readonly invitations: readonly Invitation[];
  readonly manages: boolean;
}

/** The one-time links that were not used yet; nothing where there are none. */
export function Waiting({ invitations, manages }: WaitingProps) {
  const t = useT();
  const withdrawal = useConfirmedAct(staffInvitationWithdraw, {
    contentsOf: ({ invitation_id }: Invitation) => ({ invitation_id }),
    onDone: () => {
      toast.success(t('staff.withdrawn'));
      refresh(['staff']);
    },
    onRefused: (outcome) => {
      // It was used or withdrawn meanwhile.
      if (outcome === 'not_found') refresh(['staff']);
      return outcome === 'not_found';
    },
  });
  return (
    <>
      {invitations.length > 0 && (
        <div className={styles.waiting}>
          <Card title={t('staff.waiting')}>
            <ul>
              {invitations.map((invitation) => (
                <li key={invitation.invitation_id}>
                  <span className={styles.role}>
                    <strong>{invitation.name}</strong>
                    <span className={styles.hint}>
                      {invitation.kind === 'invitation'
                        ? t('staff.waitingInvitation', { role: t(`role.${invitation.role}`), time: formatInstant(invitation.expires_at) })
                        : t('staff.waitingReset', { time: formatInstant(invitation.expires_at) })}
                    </span>
                  </span>
                  {manages && (
                    <Button aria-label={t('staff.withdrawNamed', { name: invitation.name })} onClick={() => withdrawal.begin(invitation)}>
                      {t('staff.withdraw')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </Card>
        </div>
      )}
      <ConfirmWithCode
        {...withdrawal.confirmation}
        title={t('staff.withdrawNamed', { name: withdrawal.reviewed?.name ?? '' })}
        facts={[
          { label: t('staff.name'), value: withdrawal.reviewed?.name },
          { label: t('staff.username'), value: withdrawal.reviewed?.username },
        ]}
        warning={t('staff.withdrawWarning')}
        confirmText={t('staff.withdraw')}
        danger
      />
    </>
  );
}
