import { CallField, CallForm, useCallField } from '@purser/console-kit/call-form';
import { Card } from '@purser/console-kit/card';
import { useConfirmedForm, useTyped, type FormState } from '@purser/console-kit/confirmed-form';
import { refresh } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { faceSettingChange, type faceSettingQuery } from '@purser/contract/features/face';
import { parseAmount } from '@purser/contract/money';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Button, Checkbox, Input } from 'antd';
import { useForm } from 'react-hook-form';
import styles from './face.module.css';
import { useT } from './texts.ts';

type Kept = OutputOf<typeof faceSettingQuery>;
/** Whether it is offered, and by coin what is typed as the largest amount; nothing is none. */
type Typed = Record<string, string>;

const OFFERED = 'is_offered';

interface SettingFormProps {
  readonly kept: Kept;
  readonly changes: boolean;
}

/** The setting as one form; a change is reviewed and confirmed as a whole. */
export function SettingForm({ kept, changes }: SettingFormProps) {
  const t = useT();
  const before = typedOf(kept);
  const fields = useForm<Typed>({ defaultValues: before });
  const typed = useTyped(fields);
  const changed = Object.keys(before).filter((name) => before[name] !== (typed[name] ?? '').trim());
  const limits = kept.limits.map(({ coin_name, decimals }) => ({ coin_name, decimals, most: (typed[coin_name] ?? '').trim() }));
  const form = useConfirmedForm(faceSettingChange, fields, {
    problems: Object.fromEntries(
      limits
        .filter(({ most, decimals }) => most !== '' && !isAmount(most, decimals))
        .map(({ coin_name, decimals }) => [coin_name, t('face.problem', { decimals })]),
    ),
    review: () => {
      if (changed.length > 0) {
        const wanted = limits.filter(({ most }) => most !== '').map(({ coin_name, most }) => ({ coin_name, most }));
        return { revision: kept.revision, is_offered: typed[OFFERED] === 'yes', limits: wanted };
      }
      toast({ message: t('face.unchanged'), type: 'info' });
      return undefined;
    },
    contentsOf: (reviewed) => reviewed,
    onDone: () => {
      toast.success(t('face.done'));
      refresh(['system']);
    },
    onRefused: (outcome) => {
      if (outcome === 'face_setting_changed') refresh(['system']);
      return outcome === 'face_setting_changed';
    },
  });
  const shown = (name: string, value: string): string => {
    if (name === OFFERED) return t(value === 'yes' ? 'face.on' : 'face.off');
    return value === '' ? t('face.none') : `${value} ${name}`;
  };
  return (
    <>
      <CallForm form={form} className={styles.form} unsaved={changed.length > 0 && changes}>
        <Card title={t('face.setting')} hint={t('face.limits')}>
          <Offered form={form} readOnly={!changes} />
          <div className={styles.fields}>
            {limits.map(({ coin_name }) => (
              <CallField key={coin_name} form={form} name={coin_name} label={t('face.most', { coin: coin_name })} hint={t('face.empty')}>
                {(control) => <Input {...control} inputMode="decimal" maxLength={24} readOnly={!changes} />}
              </CallField>
            ))}
          </div>
        </Card>
        {changes && (
          <Button className={styles.act} type="primary" htmlType="submit">
            {t('face.review')}
          </Button>
        )}
      </CallForm>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('face.change')}
        facts={changed.map((name) => ({
          label: name === OFFERED ? t('face.offered') : t('face.most', { coin: name }),
          value: `${shown(name, before[name] ?? '')} → ${shown(name, (typed[name] ?? '').trim())}`,
        }))}
        warning={t('face.effect')}
        confirmText={t('face.change')}
      />
    </>
  );
}

function Offered({ form, readOnly }: { readonly form: FormState<Typed>; readonly readOnly: boolean }) {
  const t = useT();
  const { field } = useCallField(form, OFFERED);
  return (
    <Checkbox checked={field.value === 'yes'} disabled={readOnly} onChange={(event) => field.onChange(event.target.checked ? 'yes' : 'no')}>
      {t('face.offered')}
    </Checkbox>
  );
}

function typedOf({ is_offered, limits }: Kept): Typed {
  return { [OFFERED]: is_offered ? 'yes' : 'no', ...Object.fromEntries(limits.map(({ coin_name, most }) => [coin_name, most ?? ''])) };
}

function isAmount(text: string, decimals: number): boolean {
  const amount = parseAmount(text, decimals);
  return typeof amount === 'bigint' && amount > 0n;
}
