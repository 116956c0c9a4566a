import { CallField, CallForm } from '@purser/console-kit/call-form';
import { Card } from '@purser/console-kit/card';
import { useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import styles from '@purser/console-kit/own-account/own-account.module.css';
import { queryClient } from '@purser/console-kit/query';
import { timeZoneUpdate } from '@purser/contract/features/account-security';
import { zoneOfToday } from '@purser/contract/zone-name';
import { Bones } from '@purser/ui/bones';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { Fact, Facts } from '@purser/ui/facts';
import { ErrorState } from '@purser/ui/states';
import { browserZone } from '@purser/ui/time-zone';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useForm } from 'react-hook-form';
import { ownAccount } from '../../shared/account.ts';
import { useT } from './texts.ts';

/** Stands for no zone: each browser's own. */
const BROWSER = '';

/** In which time zone the console shows times and counts days. */
export function TimeZoneCard() {
  const t = useT();
  const { data: account, error, isError, isFetching, refetch } = useQuery(ownAccount);
  const present = account?.own?.time_zone ?? undefined;
  const fields = useForm({ values: { time_zone: present ?? BROWSER } });
  const { time_zone: chosen } = useTyped(fields);
  const nameOf = (zone: string) => (zone === BROWSER ? t('accountSecurity.zoneBrowser', { zone: browserZone() }) : zoneOfToday(zone));
  const form = useConfirmedForm(timeZoneUpdate, fields, {
    problems: { time_zone: chosen === (present ?? BROWSER) ? t('accountSecurity.zoneSame') : undefined },
    review: () => ({ time_zone: chosen === BROWSER ? null : chosen }),
    contentsOf: (reviewed) => reviewed,
    onDone: () => {
      toast.success(t('accountSecurity.zoneDone'));
      void queryClient.invalidateQueries({ queryKey: ownAccount.queryKey });
    },
  });
  return (
    <Card title={t('accountSecurity.zone')} hint={t('accountSecurity.zoneHint')}>
      {isError && !account && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!isError && !account && <Bones lines={1} />}
      {account && (
        <Facts>
          <Fact label={t('accountSecurity.zonePresent')}>{nameOf(present ?? BROWSER)}</Fact>
        </Facts>
      )}
      <CallForm form={form} className={styles.form}>
        <CallField form={form} name="time_zone" label={t('accountSecurity.zoneNew')}>
          {(control) => (
            <Select {...control} showSearch options={ZONES.map((value) => ({ value, label: nameOf(value) }))} optionFilterProp="label" />
          )}
        </CallField>
        <Button className={styles.act} htmlType="submit" disabled={!account}>
          {t('accountSecurity.zoneSet')}
        </Button>
      </CallForm>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('accountSecurity.zoneSet')}
        facts={[{ label: t('accountSecurity.zoneNew'), value: form.reviewed && nameOf(form.reviewed.time_zone ?? BROWSER) }]}
        warning={t('accountSecurity.zoneEffect')}
        confirmText={t('accountSecurity.zoneSet')}
      />
    </Card>
  );
}

/** The browser's own zone first; of names for the same zone the one of today. */
const ZONES = [BROWSER, ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(zoneOfToday)])];
