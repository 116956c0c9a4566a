import { CallField } from '@purser/console-kit/call-form';
import { Card } from '@purser/console-kit/card';
import { KEPT, problemsBySchema, useTyped } from '@purser/console-kit/confirmed-form';
import { marketBoundsSet } from '@purser/contract/features/market';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Beyond } from '../../shared/terms/second-person.tsx';
import { trimmed } from '../../shared/terms/term-fields.tsx';
import { ReasonField, TermsDialog, useTermsForm } from '../../shared/terms/terms-form.tsx';
import type { Bounds } from './api.ts';
import styles from './market.module.css';
import { useT } from './texts.ts';

/** How far one person may change a fee or a rate. */
export function BoundsCard({ bounds, mayChange }: { readonly bounds: Bounds; readonly mayChange: boolean }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.second}>
      <Card
        title={t('market.boundsTitle')}
        actions={mayChange && <Button onClick={() => setOpen(true)}>{t('market.boundsChange')}</Button>}
      >
        <p>{t('market.boundsLead', { fee: bounds.fee_bound, rate: bounds.rate_bound })}</p>
      </Card>
      <BoundsForm bounds={bounds} open={open} onClose={() => setOpen(false)} />
    </div>
  );
}

interface BoundsFormProps {
  readonly bounds: Bounds;
  readonly open: boolean;
  readonly onClose: () => void;
}

function BoundsForm({ bounds, open, onClose }: BoundsFormProps) {
  const t = useT();
  const fields = useForm({ values: { ...bounds, reason: '' }, resetOptions: KEPT });
  const contents = { ...trimmed(useTyped(fields), ['fee_bound', 'rate_bound', 'reason']), before: bounds };
  const problem = t('market.problem.bound');
  const form = useTermsForm(marketBoundsSet, fields, {
    problems: problemsBySchema(marketBoundsSet, contents, {
      fee_bound: problem,
      rate_bound: problem,
      reason: t('terms.problem.reason'),
    }),
    contents,
    look: async () => raised(bounds, contents),
    onClose,
  });
  const { fee_bound, rate_bound, reason } = form.contents;
  const fromTo = (before: string, after: string) => (before === after ? after : t('terms.fromTo', { before, after }));
  return (
    <TermsDialog
      open={open}
      title={t('market.boundsChange')}
      form={form}
      facts={[
        { label: t('market.feeBound'), value: fromTo(bounds.fee_bound, fee_bound) },
        { label: t('market.rateBound'), value: fromTo(bounds.rate_bound, rate_bound) },
        { label: t('terms.reason'), value: reason },
      ]}
    >
      {(['fee_bound', 'rate_bound'] as const).map((name) => (
        <CallField
          key={name}
          form={form}
          name={name}
          label={t(name === 'fee_bound' ? 'market.feeBound' : 'market.rateBound')}
          hint={t('market.boundHint')}
        >
          {(control) => <Input {...control} inputMode="decimal" maxLength={6} />}
        </CallField>
      ))}
      <ReasonField form={form} />
    </TermsDialog>
  );
}

/** What of the bounds is raised, which wants two people. */
function raised(before: Bounds, after: Bounds): Beyond[] {
  return (['fee_bound', 'rate_bound'] as const)
    .filter((name) => Number(after[name]) > Number(before[name]))
    .map((name) => ({ name, before: before[name], after: after[name], change: null, bound: null }));
}
