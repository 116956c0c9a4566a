import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { refresh } from '@purser/console-kit/query';
import { staffConfirm, staffReset, staffRestore, staffSuspend } from '@purser/contract/features/staff-member';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { type Member, members } from './api.ts';
import { ChangeRole } from './change-role.tsx';
import type { Link } from './link-dialog.tsx';
import styles from './staff.module.css';
import { useT } from './texts.ts';

interface MemberActsProps {
  readonly member: Member;
  /** Nobody resets their own sign-in: whoever stole a session would. */
  readonly isSelf: boolean;
  /** Somebody else than whoever made the links says that it is another person. */
  readonly mayConfirm: boolean;
  readonly onLink: (link: Link) => void;
}

/** What an admin can do about a member as they are now. */
export function MemberActs({ member, isSelf, mayConfirm, onLink }: MemberActsProps) {
  const t = useT();
  const [changing, setChanging] = useState(false);
  const { name } = member;
  const contentsOf = ({ staff_id }: Member) => ({ staff_id });
  const done = (text: string): void => {
    toast.success(text);
    refresh(['staff']);
  };
  const suspension = useConfirmedAct(staffSuspend, { contentsOf, onDone: () => done(t('staff.suspendDone', { name })) });
  const restoration = useConfirmedAct(staffRestore, { contentsOf, onDone: () => done(t('staff.restoreDone', { name })) });
  const confirmation = useConfirmedAct(staffConfirm, { contentsOf, onDone: () => done(t('staff.confirmDone', { name })) });
  const reset = useConfirmedAct(staffReset, {
    contentsOf,
    onDone: ({ link, expires_at: expiresAt }) => {
      if (link !== null) onLink({ name, link, expiresAt });
      // A repeated request is answered without the link, which was shown once.
      else toast({ message: t('staff.linkLost'), type: 'warning', duration: 0 });
      refresh(['staff']);
    },
  });
  const facts = [
    { label: t('staff.name'), value: name },
    { label: t('staff.username'), value: member.username },
    { label: t('staff.role'), value: t(`role.${member.role}`) },
  ];
  const { data } = useQuery(members);
  const makers = data?.list.filter(({ staff_id }) => member.unconfirmed.includes(staff_id)).map((maker) => maker.name) ?? [];

  return (
    <div className={styles.acts}>
      {mayConfirm && (
        <Button type="primary" onClick={() => confirmation.begin(member)}>
          {t('staff.confirm')}
        </Button>
      )}
      <Button onClick={() => setChanging(true)}>{t('staff.changeRole')}</Button>
      {!isSelf && <Button onClick={() => reset.begin(member)}>{t('staff.reset')}</Button>}
      {member.status === 'suspended' ? (
        <Button onClick={() => restoration.begin(member)}>{t('staff.restore')}</Button>
      ) : (
        <Button danger onClick={() => suspension.begin(member)}>
          {t('staff.suspend')}
        </Button>
      )}
      <ChangeRole member={member} open={changing} onClose={() => setChanging(false)} />
      <ConfirmWithCode
        {...suspension.confirmation}
        title={t('staff.suspend')}
        facts={facts}
        warning={t('staff.suspendWarning')}
        confirmText={t('staff.suspend')}
        danger
      />
      <ConfirmWithCode
        {...restoration.confirmation}
        title={t('staff.restore')}
        facts={facts}
        warning={t('staff.restoreWarning')}
        confirmText={t('staff.restore')}
      />
      <ConfirmWithCode
        {...confirmation.confirmation}
        title={t('staff.confirm')}
        facts={[...facts, { label: t('staff.unconfirmedBy'), value: makers.join(', ') }]}
        warning={t('staff.confirmWarning', { name })}
        confirmText={t('staff.confirm')}
      />
      <ConfirmWithCode
        {...reset.confirmation}
        title={t('staff.reset')}
        facts={facts}
        warning={t('staff.resetWarning')}
        confirmText={t('staff.reset')}
        danger
      />
    </div>
  );
}
