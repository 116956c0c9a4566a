import { CallField, CallForm, useCallField } from '@purser/console-kit/call-form';
import { problemsBySchema, useConfirmedForm, useTyped, type FormState } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { refresh } from '@purser/console-kit/query';
import { staffInvite } from '@purser/contract/features/staff-member';
import type { StaffRole } from '@purser/contract/staff';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Button, Input } from 'antd';
import { useForm } from 'react-hook-form';
import type { Link } from './link-dialog.tsx';
import { RoleChoice } from './role-choice.tsx';
import styles from './staff.module.css';
import { useT } from './texts.ts';

interface Typed {
  username: string;
  name: string;
  mail: string;
  role: StaffRole;
}

interface InviteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onLink: (link: Link) => void;
}

/** Invites somebody: first who and as what, then the code, then by mail, or by the link, which is shown once. */
export function InviteDialog({ open, onClose, onLink }: InviteDialogProps) {
  const t = useT();
  const fields = useForm<Typed>({ defaultValues: { username: '', name: '', mail: '', role: 'support' } });
  const typed = useTyped(fields);
  const mail = typed.mail.trim();
  const contents = {
    username: typed.username.trim().toLowerCase(),
    name: typed.name.trim(),
    role: typed.role,
    ...(mail !== '' && { mail }),
  };
  const form = useConfirmedForm(staffInvite, fields, {
    problems: problemsBySchema(staffInvite, contents, {
      username: t('staff.usernameProblem'),
      name: t('staff.nameProblem'),
      mail: t('staff.mailWrong'),
    }),
    review: () => contents,
    contentsOf: (reviewed) => reviewed,
    onDone: ({ link, expires_at: expiresAt }, { name, mail: to }) => {
      if (to !== undefined) toast.success(t('staff.mailed', { mail: to }));
      else if (link !== null) onLink({ name, link, expiresAt });
      // A repeated request is answered without the link, which was shown once.
      else toast({ message: t('staff.linkLost'), type: 'warning', duration: 0 });
      if (to === undefined) toast.success(t('staff.invited', { name }));
      close();
      refresh(['staff']);
    },
  });
  const close = (): void => {
    onClose();
    form.reset();
  };
  const { reviewed } = form;
  return (
    <>
      <FormDialog form={form} open={open} title={t('staff.invite')} onCancel={close}>
        <InviteForm form={form} />
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('staff.invite')}
        facts={[
          { label: t('staff.name'), value: reviewed?.name },
          { label: t('staff.username'), value: reviewed?.username },
          { label: t('staff.mail'), value: reviewed && (reviewed.mail ?? t('staff.mailNone')) },
          { label: t('staff.role'), value: reviewed && t(`role.${reviewed.role}`), strong: true },
        ]}
        warning={t('staff.inviteLead')}
        confirmText={t('staff.invite')}
      />
    </>
  );
}

function InviteForm({ form }: { readonly form: FormState<Typed> }) {
  const t = useT();
  const { field } = useCallField(form, 'role');
  return (
    <CallForm form={form} className={styles.form}>
      <p>{t('staff.inviteLead')}</p>
      <CallField form={form} name="name" label={t('staff.name')}>
        {(control) => <Input {...control} autoComplete="off" maxLength={64} />}
      </CallField>
      <CallField form={form} name="mail" label={t('staff.mail')} hint={t('staff.mailHint')}>
        {(control) => <Input {...control} type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={254} />}
      </CallField>
      <CallField form={form} name="username" label={t('staff.username')} hint={t('staff.usernameProblem')}>
        {(control) => <Input {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={64} />}
      </CallField>
      <RoleChoice label={t('staff.role')} value={field.value as StaffRole} onChange={field.onChange} />
      <Button type="primary" htmlType="submit" block>
        {t('staff.invite')}
      </Button>
    </CallForm>
  );
}
