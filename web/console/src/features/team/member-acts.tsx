import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { refresh } from '@purser/console-kit/query';
import { memberRemove, memberReset, memberRestore, memberSuspend } from '@purser/contract/features/member';
import { FIRST_MEMBER } from '@purser/contract/member';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Button } from 'antd';
import { useState } from 'react';
import type { Member } from './api.ts';
import { ChangeRole } from './change-role.tsx';
import type { Link } from './link-dialog.tsx';
import styles from './team.module.css';
import { useT } from './texts.ts';

interface MemberActsProps {
  readonly member: Member;
  readonly onLink: (link: Link) => void;
  /** The member is there no more. */
  readonly onGone: () => void;
}

/** What an owner can do about a member as they are now. Of oneself, and of the login that the provider knows, less. */
export function MemberActs({ member, onLink, onGone }: MemberActsProps) {
  const t = useT();
  const [changing, setChanging] = useState(false);
  const { name, is_self, is_set_up, mail } = member;
  // Nobody has come yet: there is an invitation, and no login.
  const waits = !is_set_up && member.login_time === null;
  const contentsOf = ({ member_id }: Member) => ({ member_id });
  const done = (text: string): void => {
    toast.success(text);
    refresh(['team']);
  };
  const suspension = useConfirmedAct(memberSuspend, { contentsOf, onDone: () => done(t('team.suspendDone', { name })) });
  const restoration = useConfirmedAct(memberRestore, { contentsOf, onDone: () => done(t('team.restoreDone', { name })) });
  const removal = useConfirmedAct(memberRemove, {
    contentsOf,
    onDone: () => {
      done(t(waits ? 'team.withdrawDone' : 'team.removeDone', { name }));
      onGone();
    },
  });
  const reset = useConfirmedAct(memberReset, {
    contentsOf,
    onDone: ({ link, username, expires_at: expiresAt }) => {
      if (link !== null) onLink({ name, username, link, expiresAt });
      // A repeated request is answered without the link, which was shown once.
      else toast({ message: t('team.linkLost'), type: 'warning', duration: 0 });
      refresh(['team']);
    },
  });
  const sending = useConfirmedAct(memberReset, {
    contentsOf: ({ member_id, mail: to }: Member) => ({ member_id, ...(to !== null && { mail: to }) }),
    onDone: () => done(t('team.mailed', { mail: mail ?? '' })),
  });
  const facts = [
    { label: t('team.name'), value: name },
    { label: t('team.username'), value: member.username },
    { label: t('team.role'), value: t(`team.role.${member.role}`) },
  ];
  const isOthers = !is_self && member.member_id !== FIRST_MEMBER;
  const removeText = waits ? t('team.withdraw') : t('team.remove');
  const resetText = is_set_up ? t('team.reset') : t('team.newLink');

  return (
    <div className={styles.acts}>
      <Button onClick={() => setChanging(true)}>{t('team.changeRole')}</Button>
      {isOthers && waits && mail !== null && <Button onClick={() => sending.begin(member)}>{t('team.sendAgain')}</Button>}
      {isOthers && <Button onClick={() => reset.begin(member)}>{resetText}</Button>}
      {member.status === 'suspended' && <Button onClick={() => restoration.begin(member)}>{t('team.restore')}</Button>}
      {member.status === 'normal' && !is_self && (
        <Button danger onClick={() => suspension.begin(member)}>
          {t('team.suspend')}
        </Button>
      )}
      {isOthers && (
        <Button danger onClick={() => removal.begin(member)}>
          {removeText}
        </Button>
      )}
      <ChangeRole member={member} open={changing} onClose={() => setChanging(false)} />
      <ConfirmWithCode
        {...suspension.confirmation}
        title={t('team.suspend')}
        facts={facts}
        warning={t('team.suspendWarning')}
        confirmText={t('team.suspend')}
        danger
      />
      <ConfirmWithCode
        {...restoration.confirmation}
        title={t('team.restore')}
        facts={facts}
        warning={t('team.restoreWarning')}
        confirmText={t('team.restore')}
      />
      <ConfirmWithCode
        {...sending.confirmation}
        title={t('team.sendAgain')}
        facts={facts}
        warning={t('team.sendAgainWarning', { mail: mail ?? '' })}
        confirmText={t('team.sendAgain')}
      />
      <ConfirmWithCode
        {...reset.confirmation}
        title={resetText}
        facts={facts}
        warning={is_set_up ? t('team.resetWarning') : t('team.newLinkWarning')}
        confirmText={resetText}
        danger={is_set_up}
      />
      <ConfirmWithCode
        {...removal.confirmation}
        title={removeText}
        facts={facts}
        warning={t(waits ? 'team.withdrawWarning' : 'team.removeWarning')}
        confirmText={removeText}
        danger
      />
    </div>
  );
}
