import { CallForm, useCallField } from '@purser/console-kit/call-form';
import { useConfirmedForm, useTyped, type FormState } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { askAnew, refresh } from '@purser/console-kit/query';
import { memberChangeRole } from '@purser/contract/features/member';
import type { MemberRole } from '@purser/contract/member';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Button } from 'antd';
import { useForm } from 'react-hook-form';
import { type Member, team } from './api.ts';
import { RoleChoice } from './role-choice.tsx';
import styles from './team.module.css';
import { useT } from './texts.ts';

interface ChangeRoleProps {
  readonly member: Member;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** What is confirmed, and the role that the member has now. */
interface Reviewed {
  readonly role: MemberRole;
  readonly before: MemberRole;
}

/** Gives a member another role: first which, then the code. */
export function ChangeRole({ member, open, onClose }: ChangeRoleProps) {
  const t = useT();
  const { member_id } = member;
  const fields = useForm<{ role: MemberRole }>({
    values: { role: member.role },
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const { role } = useTyped(fields);
  const form = useConfirmedForm(memberChangeRole, fields, {
    problems: {},
    // As it is now: somebody may have changed the role since the page was read.
    review: async (refuse): Promise<Reviewed | undefined> => {
      const answer = await askAnew(team);
      const before = answer?.list.find((one) => one.member_id === member_id)?.role;
      if (before === undefined) return undefined;
      return before === role ? refuse('role', t('team.roleSame')) : { role, before };
    },
    contentsOf: (reviewed) => ({ member_id, role: reviewed.role }),
    onDone: () => {
      toast.success(t('team.roleChanged'));
      close();
      refresh(['team', 'self']);
    },
  });
  const close = (): void => {
    onClose();
    form.reset();
  };
  return (
    <>
      <FormDialog form={form} open={open} title={t('team.changeRole')} onCancel={close}>
        <RoleForm form={form} />
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('team.changeRole')}
        facts={[
          { label: t('team.name'), value: member.name },
          { label: t('team.roleBefore'), value: form.reviewed && t(`team.role.${form.reviewed.before}`) },
          { label: t('team.roleAfter'), value: form.reviewed && t(`team.role.${form.reviewed.role}`), strong: true },
        ]}
        confirmText={t('team.changeRole')}
      />
    </>
  );
}

function RoleForm({ form }: { readonly form: FormState<{ role: MemberRole }> }) {
  const t = useT();
  const { field, problem } = useCallField(form, 'role');
  return (
    <CallForm form={form} className={styles.form}>
      <RoleChoice label={t('team.roleAfter')} value={field.value} onChange={field.onChange} problem={problem} />
      <Button type="primary" htmlType="submit" block>
        {t('team.changeRole')}
      </Button>
    </CallForm>
  );
}
