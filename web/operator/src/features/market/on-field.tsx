import { useCallField } from '@purser/console-kit/call-form';
import type { FormState } from '@purser/console-kit/confirmed-form';
import { Checkbox } from 'antd';
import type { FieldPath, FieldValues } from 'react-hook-form';
import styles from './market.module.css';
import { useT } from './texts.ts';

/** Whether what a form is about is switched on. */
export function OnField<Typed extends FieldValues & { is_on: boolean }>({ form }: { readonly form: FormState<Typed> }) {
  const t = useT();
  const { field } = useCallField(form, 'is_on' as FieldPath<Typed>);
  return (
    <div className={styles.wide}>
      <Checkbox checked={field.value} onChange={(event) => field.onChange(event.target.checked)}>
        {t('market.isOn')}
      </Checkbox>
    </div>
  );
}
