import { CallField, CallForm } from '@purser/console-kit/call-form';
import { useConfirmedDialog, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { loginIpWhiteAdd, LONGEST_WHITE_LIST_REMARK } from '@purser/contract/features/white-list';
import { isIpOrRange, LONGEST_IP_RANGE } from '@purser/contract/ip-range';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useForm } from 'react-hook-form';
import { check, present, type Checked } from './api.ts';
import { useT } from './texts.ts';
import styles from './white-list.module.css';

interface Reviewed extends Checked {
  readonly ip: string;
  readonly remark: string;
}

interface AddEntryProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Adds an entry: what it is, what that means for where one is oneself, then the code. */
export function AddEntry({ open, onClose }: AddEntryProps) {
  const t = useT();
  const { data: here } = useQuery(present);
  const fields = useForm({ defaultValues: { ip: '', remark: '' } });
  const typed = useTyped(fields);
  const [ip, remark] = [typed.ip.trim(), typed.remark.trim()];
  const form = useConfirmedDialog(loginIpWhiteAdd, fields, {
    problems: { ip: ip === '' ? t('whiteList.problem.required') : isIpOrRange(ip) ? undefined : t('whiteList.problem.format') },
    review: async (): Promise<Reviewed | undefined> => {
      const checked = await check({ add: ip });
      return checked && { ...checked, ip: checked.adds ?? ip, remark };
    },
    contentsOf: (reviewed: Reviewed) => ({ ip: reviewed.ip, remark: reviewed.remark, lock_out: reviewed.locks_out }),
    onDone: () => toast.success(t('whiteList.added')),
    onClose,
    changes: ['white_list'],
  });
  const { reviewed } = form;
  return (
    <>
      <FormDialog form={form} open={open} title={t('whiteList.add')} onCancel={form.close}>
        <CallForm form={form} className={styles.form}>
          <p className={styles.lead}>{t('whiteList.addLead')}</p>
          <CallField form={form} name="ip" label={t('whiteList.ip')} hint={t('whiteList.ipHint')}>
            {(control) => <Input {...control} autoComplete="off" spellCheck={false} maxLength={LONGEST_IP_RANGE} />}
          </CallField>
          {here && (
            <Button className={styles.present} onClick={() => fields.setValue('ip', here.login_ip, { shouldDirty: true })}>
              {t('whiteList.usePresent')}: {here.login_ip}
            </Button>
          )}
          <CallField form={form} name="remark" label={t('whiteList.remark')} hint={t('whiteList.remarkHint')}>
            {(control) => <Input {...control} autoComplete="off" maxLength={LONGEST_WHITE_LIST_REMARK} />}
          </CallField>
          <Button type="primary" htmlType="submit" block>
            {t('whiteList.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('whiteList.add')}
        facts={[
          { label: t('whiteList.ip'), value: reviewed?.ip, strong: true },
          { label: t('whiteList.remark'), value: reviewed?.remark || '–' },
          { label: t('whiteList.present'), value: reviewed?.login_ip },
        ]}
        warning={
          reviewed?.locks_out
            ? t('whiteList.locksOut', { ip: reviewed.login_ip })
            : t(reviewed?.entries === 0 ? 'whiteList.firstWarning' : 'whiteList.addWarning')
        }
        confirmText={t('whiteList.add')}
        danger={reviewed?.locks_out === true}
      />
    </>
  );
}
