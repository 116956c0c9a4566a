import { CallField, CallForm } from '@purser/console-kit/call-form';
import { Card } from '@purser/console-kit/card';
import { useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { refresh } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { WAITING_KINDS, type WaitingKind } from '@purser/contract/features/overview';
import { promisedTimeChange, type promisedTimeQuery } from '@purser/contract/features/promised-time';
import { PROMISE_BOUNDS, type Promises } from '@purser/contract/promised-time';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Button, Input } from 'antd';
import { useForm } from 'react-hook-form';
import styles from './promised-time.module.css';
import { useT } from './texts.ts';

/** Numbers as they are typed. */
type Typed = Record<WaitingKind, string>;

const [LEAST, MOST] = PROMISE_BOUNDS;

interface PromisesFormProps {
  readonly kept: OutputOf<typeof promisedTimeQuery>;
  readonly changes: boolean;
}

/** All promised times as one form; a change is reviewed and confirmed as a whole. */
export function PromisesForm({ kept, changes }: PromisesFormProps) {
  const t = useT();
  const { revision, ...before } = kept;
  const fields = useForm<Typed>({ defaultValues: ofKinds((kind) => String(before[kind])) });
  const typed = useTyped(fields);
  const wanted: Promises = ofKinds((kind) => Number(typed[kind]));
  const changed = WAITING_KINDS.filter((kind) => before[kind] !== wanted[kind]);
  const form = useConfirmedForm(promisedTimeChange, fields, {
    problems: Object.fromEntries(
      WAITING_KINDS.filter((kind) => !/^\d{1,3}$/.test(typed[kind]) || wanted[kind] < LEAST || wanted[kind] > MOST).map((kind) => [
        kind,
        t('promised.outOfBounds', { least: LEAST, most: MOST }),
      ]),
    ),
    review: () => {
      if (changed.length > 0) return { revision, ...wanted };
      toast({ message: t('promised.unchanged'), type: 'info' });
      return undefined;
    },
    contentsOf: (reviewed) => reviewed,
    onDone: () => {
      toast.success(t('promised.done'));
      refresh(['system']);
    },
    onRefused: (outcome) => {
      if (outcome === 'promised_time_changed') refresh(['system']);
      return outcome === 'promised_time_changed';
    },
  });
  return (
    <>
      <CallForm form={form} className={styles.form} unsaved={changed.length > 0 && changes}>
        <Card title={t('promised.title')}>
          <div className={styles.fields}>
            {WAITING_KINDS.map((kind) => (
              <CallField
                key={kind}
                form={form}
                name={kind}
                label={t(`promised.kind.${kind}`)}
                hint={t('promised.bounds', { least: LEAST, most: MOST })}
              >
                {(control) => <Input {...control} inputMode="numeric" maxLength={3} readOnly={!changes} />}
              </CallField>
            ))}
          </div>
        </Card>
        {changes && (
          <Button className={styles.act} type="primary" htmlType="submit">
            {t('promised.review')}
          </Button>
        )}
      </CallForm>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('promised.change')}
        facts={changed.map((kind) => ({
          label: t(`promised.kind.${kind}`),
          value: `${t('promised.hours', { hours: before[kind] })} → ${t('promised.hours', { hours: wanted[kind] })}`,
        }))}
        warning={t('promised.effect')}
        confirmText={t('promised.change')}
      />
    </>
  );
}

function ofKinds<Value>(valueOf: (kind: WaitingKind) => Value): Record<WaitingKind, Value> {
  return Object.fromEntries(WAITING_KINDS.map((kind) => [kind, valueOf(kind)])) as Record<WaitingKind, Value>;
}
