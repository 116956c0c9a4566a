import { CallForm, useCallField } from '@purser/console-kit/call-form';
import { useConfirmedForm, useTyped, type FormState } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { askAnew, refresh } from '@purser/console-kit/query';
import { staffChangeRole } from '@purser/contract/features/staff-member';
import type { StaffRole } from '@purser/contract/staff';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Button } from 'antd';
import { useForm } from 'react-hook-form';
import { type Member, members } from './api.ts';
import { RoleChoice } from './role-choice.tsx';
import styles from './staff.module.css';
import { useT } from './texts.ts';

interface ChangeRoleProps {
  readonly member: Member;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** What is confirmed, and the role that the member has now. */
interface Reviewed {
  readonly role: StaffRole;
  readonly before: StaffRole;
}

/** Gives a member another role: first which, then the code. */
export function ChangeRole({ member, open, onClose }: ChangeRoleProps) {
  const t = useT();
  const { staff_id } = member;
  const fields = useForm<{ role: StaffRole }>({ values: { role: member.role }, resetOptions: { keepDirtyValues: true, keepErrors: true } });
  const { role } = useTyped(fields);
  const form = useConfirmedForm(staffChangeRole, fields, {
    problems: {},
    // As it is now: somebody may have changed the role since the page was read.
    review: async (refuse): Promise<Reviewed | undefined> => {
      const answer = await askAnew(members);
      const before = answer?.list.find((one) => one.staff_id === staff_id)?.role;
      if (before === undefined) return undefined;
      return before === role ? refuse('role', t('staff.roleSame')) : { role, before };
    },
    contentsOf: (reviewed) => ({ staff_id, role: reviewed.role }),
    onDone: () => {
      toast.success(t('staff.roleChanged'));
      close();
      refresh(['staff', 'self']);
    },
  });
  const close = (): void => {
    onClose();
    form.reset();
  };
  return (
    <>
      <FormDialog form={form} open={open} title={t('staff.changeRole')} onCancel={close}>
        <RoleForm form={form} />
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('staff.changeRole')}
        facts={[
          { label: t('staff.name'), value: member.name },
          { label: t('staff.roleBefore'), value: form.reviewed && t(`role.${form.reviewed.before}`) },
          { label: t('staff.roleAfter'), value: form.reviewed && t(`role.${form.reviewed.role}`), strong: true },
        ]}
        confirmText={t('staff.changeRole')}
      />
    </>
  );
}

function RoleForm({ form }: { readonly form: FormState<{ role: StaffRole }> }) {
  const t = useT();
  const { field, problem } = useCallField(form, 'role');
  return (
    <CallForm form={form} className={styles.form}>
      <RoleChoice label={t('staff.roleAfter')} value={field.value} onChange={field.onChange} problem={problem} />
      <Button type="primary" htmlType="submit" block>
        {t('staff.changeRole')}
      </Button>
    </CallForm>
  );
}
