import { CallField, CallForm, useCallField } from '@purser/console-kit/call-form';
import { problemsBySchema, useConfirmedForm, useTyped, type FormState } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { refresh } from '@purser/console-kit/query';
import { LONGEST_LOGIN_NAME, memberInvite } from '@purser/contract/features/member';
import type { MemberRole } from '@purser/contract/member';
import { MEMBER_LINK_VALID_H } from '@purser/contract/message-kinds';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useForm } from 'react-hook-form';
import { ownAccount } from '../../shared/account.ts';
import type { Link } from './link-dialog.tsx';
import { RoleChoice } from './role-choice.tsx';
import styles from './team.module.css';
import { useT } from './texts.ts';

interface Typed {
  login_name: string;
  name: string;
  mail: string;
  role: MemberRole;
}

interface InviteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onLink: (link: Link) => void;
}

/** Invites somebody: first who and as what, then the code, then by mail, or by the link, which is shown once. */
export function InviteDialog({ open, onClose, onLink }: InviteDialogProps) {
  const t = useT();
  const fields = useForm<Typed>({ defaultValues: { login_name: '', name: '', mail: '', role: 'viewer' } });
  const typed = useTyped(fields);
  const mail = typed.mail.trim();
  const contents = {
    login_name: typed.login_name.trim().toLowerCase(),
    name: typed.name.trim(),
    role: typed.role,
    ...(mail !== '' && { mail }),
  };
  const form = useConfirmedForm(memberInvite, fields, {
    problems: problemsBySchema(memberInvite, contents, {
      login_name: t('team.loginNameProblem'),
      name: t('team.nameProblem'),
      mail: t('team.mailWrong'),
    }),
    review: () => contents,
    contentsOf: (reviewed) => reviewed,
    onDone: ({ link, username, expires_at: expiresAt }, { name, mail: to }) => {
      if (to !== undefined) toast.success(t('team.mailed', { mail: to }));
      else if (link !== null) onLink({ name, username, link, expiresAt });
      // A repeated request is answered without the link, which was shown once.
      else toast({ message: t('team.linkLost'), type: 'warning', duration: 0 });
      if (to === undefined) toast.success(t('team.invited', { name }));
      close();
      refresh(['team', 'self']);
    },
  });
  const close = (): void => {
    onClose();
    form.reset();
  };
  const { reviewed } = form;
  return (
    <>
      <FormDialog form={form} open={open} title={t('team.invite')} onCancel={close}>
        <InviteForm form={form} />
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('team.invite')}
        facts={[
          { label: t('team.name'), value: reviewed?.name },
          { label: t('team.loginName'), value: reviewed?.login_name },
          { label: t('team.mail'), value: reviewed && (reviewed.mail ?? t('team.mailNone')) },
          { label: t('team.role'), value: reviewed && t(`team.role.${reviewed.role}`), strong: true },
        ]}
        warning={t('team.inviteLead', { hours: MEMBER_LINK_VALID_H })}
        confirmText={t('team.invite')}
      />
    </>
  );
}

function InviteForm({ form }: { readonly form: FormState<Typed> }) {
  const t = useT();
  const { data: account } = useQuery(ownAccount);
  const { field } = useCallField(form, 'role');
  return (
    <CallForm form={form} className={styles.form}>
      <p>{t('team.inviteLead', { hours: MEMBER_LINK_VALID_H })}</p>
      <CallField form={form} name="name" label={t('team.name')}>
        {(control) => <Input {...control} autoComplete="off" maxLength={64} />}
      </CallField>
      <CallField form={form} name="mail" label={t('team.mail')} hint={t('team.mailHint')}>
        {(control) => <Input {...control} type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={254} />}
      </CallField>
      <CallField
        form={form}
        name="login_name"
        label={t('team.loginName')}
        hint={t('team.loginNameHint', { merchantId: account?.merchant_id ?? '' })}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={LONGEST_LOGIN_NAME}
            suffix={`@${account?.merchant_id ?? ''}`}
          />
        )}
      </CallField>
      <RoleChoice label={t('team.role')} value={field.value as MemberRole} onChange={field.onChange} />
      <Button type="primary" htmlType="submit" block>
        {t('team.invite')}
      </Button>
    </CallForm>
  );
}
