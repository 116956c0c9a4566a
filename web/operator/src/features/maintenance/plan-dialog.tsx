import { CallField, CallForm } from '@purser/console-kit/call-form';
import { useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import type { Contents } from '@purser/console-kit/confirmed-write';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { refresh } from '@purser/console-kit/query';
import { LONGEST_MAINTENANCE_TEXT, maintenancePlan } from '@purser/contract/features/maintenance';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, type Language } from '@purser/contract/language';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { formatInstant } from '@purser/ui/instant-text';
import { toast } from '@purser/ui/toast';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import styles from './maintenance.module.css';
import { useT } from './texts.ts';

/** Times are of the reader's own zone, as the browser's field gives them; empty for "at once" and "until it is ended". */
type Typed = { starts_at: string; ends_at: string } & Record<Language, string>;

/** What is confirmed. */
interface Reviewed {
  readonly contents: Contents<typeof maintenancePlan>;
  readonly atOnce: boolean;
}

const MINUTE_MS = 60_000;

interface PlanDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Plans maintenance, or begins it at once: first when and with what words, then what will happen, then the code. */
export function PlanDialog({ open, onClose }: PlanDialogProps) {
  const t = useT();
  const fields = useForm<Typed>({ defaultValues: { starts_at: '', ends_at: '', zh_Hans: '', zh_Hant: '', en: '', vi: '' } });
  const typed = useTyped(fields);
  const [openedAt] = useState(() => new Date().toISOString());
  const [starts, ends] = [instantOf(typed.starts_at), instantOf(typed.ends_at)];
  const texts = Object.fromEntries(LANGUAGES.flatMap((language) => (typed[language].trim() ? [[language, typed[language].trim()]] : [])));
  const endProblem = ends !== null && ends <= (starts ?? openedAt) ? t('maintenance.endProblem') : undefined;
  const form = useConfirmedForm(maintenancePlan, fields, {
    problems: { ends_at: endProblem },
    review: (refuse) => {
      const now = Date.now();
      const start = starts === null ? now : Date.parse(starts);
      // The minute that is under way may be chosen.
      if (start <= now - MINUTE_MS) return refuse('starts_at', t('maintenance.startProblem'));
      return { contents: { starts_at: starts, ends_at: ends, texts }, atOnce: start <= now };
    },
    contentsOf: ({ contents }: Reviewed) => contents,
    onDone: ({ state }) => {
      toast.success(t(state === 'running' ? 'maintenance.begun' : 'maintenance.planned'));
      onClose();
      form.reset();
      refresh(['system']);
    },
  });
  const close = (): void => {
    onClose();
    form.reset();
  };
  const { contents: reviewed, atOnce } = form.reviewed ?? {};
  const told = Object.values(reviewed?.texts ?? {});
  return (
    <>
      <FormDialog form={form} open={open} title={t('maintenance.plan')} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <p className={styles.lead}>{t('maintenance.lead')}</p>
          <CallField form={form} name="starts_at" label={t('maintenance.from')} hint={t('maintenance.fromHint')}>
            {(control) => <Input {...control} type="datetime-local" />}
          </CallField>
          <CallField form={form} name="ends_at" label={t('maintenance.until')} hint={t('maintenance.untilHint')}>
            {(control) => <Input {...control} type="datetime-local" />}
          </CallField>
          <fieldset className={styles.texts}>
            <legend>{t('maintenance.texts')}</legend>
            {LANGUAGES.map((language) => (
              <CallField key={language} form={form} name={language} label={LANGUAGE_NAMES[language]}>
                {(control) => <Input {...control} lang={LANGUAGE_TAGS[language]} maxLength={LONGEST_MAINTENANCE_TEXT} />}
              </CallField>
            ))}
          </fieldset>
          <Button type="primary" htmlType="submit" block>
            {t('maintenance.review')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('maintenance.plan')}
        facts={[
          {
            label: t('maintenance.from'),
            value: reviewed && (reviewed.starts_at === null ? t('maintenance.atOnce') : formatInstant(reviewed.starts_at)),
            strong: true,
          },
          {
            label: t('maintenance.until'),
            value: reviewed && (reviewed.ends_at === null ? t('maintenance.untilEnded') : formatInstant(reviewed.ends_at)),
          },
          { label: t('maintenance.texts'), value: told.length > 0 ? told.join(' · ') : t('maintenance.usualWords') },
        ]}
        warning={t('maintenance.effect')}
        confirmText={t(atOnce ? 'maintenance.close' : 'maintenance.later')}
        danger={atOnce === true}
      />
    </>
  );
}

function instantOf(local: string): string | null {
  const time = Date.parse(local);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
