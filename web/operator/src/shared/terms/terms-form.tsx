import { CallField, CallForm } from '@purser/console-kit/call-form';
import { useConfirmedForm, type FormState, type Problems } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import type { Contents } from '@purser/console-kit/confirmed-write';
import { refresh } from '@purser/console-kit/query';
import type { Call, OutputOf } from '@purser/contract/call';
import { ConfirmWithCode, type ConfirmFact } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Input } from 'antd';
import { useEffect, type ReactNode } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { shownAnewIfChanged } from '../changed-elsewhere.ts';
import { SecondPerson, type Beyond } from './second-person.tsx';
import styles from './terms.module.css';
import { useT } from './texts.ts';

interface TermsFormSteps<C extends Call, Typed> {
  readonly problems: Problems<Typed>;
  readonly contents: Contents<C>;
  /** Looks up what of it wants a second person; left out where nothing does. */
  readonly look?: () => Promise<readonly Beyond[]>;
  readonly onClose: () => void;
}

/** A form that changes terms: what is typed, then what it comes to and whether a second person is wanted, then the code. */
export function useTermsForm<C extends Call, Typed extends FieldValues>(
  call: C,
  fields: UseFormReturn<Typed>,
  { problems, contents, look, onClose }: TermsFormSteps<C, Typed>,
) {
  const t = useT();
  const form = useConfirmedForm(call, fields, {
    problems,
    review: async () => {
      const why = look ? await look().catch(() => undefined) : [];
      if (why) return { contents, why };
      toast.error(t('terms.checkFailed'));
      return undefined;
    },
    contentsOf: (reviewed: { readonly contents: Contents<C>; readonly why: readonly Beyond[] }) => reviewed.contents,
    onDone: (answer) => {
      close();
      refresh(['coins', 'approval', 'party']);
      toast.success(t(isWaiting(answer) ? 'terms.waits' : 'terms.saved'));
    },
    onRefused: shownAnewIfChanged(SHOWN),
  });
  const close = (): void => {
    onClose();
    form.reset();
  };
  return { ...form, close, why: form.reviewed?.why ?? [], contents: form.reviewed?.contents ?? contents };
}

/** What terms are shown by. */
const SHOWN = ['coins', 'party'] as const;

function isWaiting(answer: OutputOf<Call>): boolean {
  return typeof answer === 'object' && answer !== null && 'waits' in answer && answer.waits !== null;
}

interface TermsDialogProps<Typed extends FieldValues> {
  readonly open: boolean;
  readonly title: string;
  readonly form: FormState<Typed> &
    Pick<ReturnType<typeof useTermsForm>, 'confirmation' | 'close' | 'why' | 'reset' | 'isTouched' | 'touch'>;
  /** What the code confirms. */
  readonly facts: readonly ConfirmFact[];
  readonly warning?: string;
  /** Below the form. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

/** The form's dialog, and the one that asks for the code. */
export function TermsDialog<Typed extends FieldValues>({ open, title, form, facts, warning, below, children }: TermsDialogProps<Typed>) {
  const t = useT();
  const isTwo = form.why.length > 0;
  // The page may have been open for long.
  useEffect(() => {
    if (open) refresh(SHOWN);
  }, [open]);
  return (
    <>
      <FormDialog form={form} open={open} title={title} submitText={t('terms.continue')} onCancel={form.close} width={640}>
        <CallForm form={form} className={styles.form}>
          {children}
        </CallForm>
        {below}
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={title}
        facts={facts}
        warning={isTwo ? <SecondPerson why={form.why} /> : warning}
        confirmText={t(isTwo ? 'terms.enter' : 'terms.confirm')}
      />
    </>
  );
}

/** Why it is changed. */
export function ReasonField<Typed extends FieldValues & { reason: string }>({ form }: { readonly form: FormState<Typed> }) {
  const t = useT();
  return (
    <div className={styles.wide}>
      <CallField form={form} name={'reason' as FieldPath<Typed>} label={t('terms.reason')} hint={t('terms.reasonHint')}>
        {(control) => <Input.TextArea {...control} value={control.value as string} maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />}
      </CallField>
    </div>
  );
}
