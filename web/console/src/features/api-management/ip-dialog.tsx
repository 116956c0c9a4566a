import { MOST_PERMITTED_IPS } from '@purser/contract/features/access-key';
import { Input } from 'antd';
import { CallField, CallForm } from '@purser/console-kit/call-form';
import { useTyped, type FormState } from '@purser/console-kit/confirmed-form';
import { FormDialog, type FormInDialog } from '@purser/console-kit/form-dialog';
import { useT, type T } from './texts.ts';
import { ipListProblem, readIpList } from './ip-list.ts';
import styles from './api-management.module.css';

interface IpDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly form: FormState<{ ip_permission: string }> & FormInDialog;
  readonly onCancel: () => void;
}

/** From which addresses a key may be used: the step before the code. */
export function IpDialog({ open, title, form, onCancel }: IpDialogProps) {
  const t = useT();
  const { fields } = form;
  return (
    <FormDialog
      form={form}
      open={open}
      title={title}
      submitText={t('apiManagement.continue')}
      onCancel={onCancel}
      // A stray key does not throw away what was typed; the cross does.
      keyboard={!fields.formState.isDirty}
    >
      <CallForm form={form}>
        <CallField
          form={form}
          name="ip_permission"
          label={t('apiManagement.ipsLabel')}
          hint={t('apiManagement.ipsHint', { limit: MOST_PERMITTED_IPS })}
        >
          {(control) => <Input.TextArea {...control} className={styles.code} autoSize={{ minRows: 4, maxRows: 10 }} spellCheck={false} />}
        </CallField>
        {readIpList(useTyped(fields).ip_permission).length === 0 && <p className={styles.warning}>{t('apiManagement.ipsAnyWarning')}</p>}
      </CallForm>
    </FormDialog>
  );
}

/** What is wrong with a list of addresses, in the user's words. */
export function ipProblem(entries: readonly string[], t: T): string | undefined {
  const problem = ipListProblem(entries);
  if (!problem) return undefined;
  return problem.kind === 'wrong'
    ? t('apiManagement.ipsWrong', { entry: problem.entry })
    : t('apiManagement.ipsTooMany', { limit: MOST_PERMITTED_IPS });
}
