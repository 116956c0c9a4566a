import { FormField } from '@purser/ui/form-field';
import { groupDigits } from '@purser/ui/money-text';
import { Button, Input } from 'antd';
import { useT } from '../../shared/i18n.tsx';
import styles from './transfer.module.css';
import type { TransferDraft } from './use-transfer-draft.ts';

/** How much, with the coin's rules beside it. */
export function AmountField({ state }: { readonly state: TransferDraft }) {
  const t = useT();
  const { terms, available } = state.look;
  const hint =
    terms &&
    t('transfer.amountHint', { minimum: `${groupDigits(terms.transfer_minimum)} ${terms.coin_name}`, rate: terms.transfer_fee_rate });
  return (
    <FormField label={t('field.amount')} hint={hint} problem={state.problemOf('amount')}>
      {(control) => (
        <span className={styles['amount']}>
          <Input
            {...control}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            maxLength={32}
            placeholder="0.00"
            suffix={terms?.coin_name}
            value={state.draft.amount}
            status={control['aria-invalid'] && 'error'}
            onChange={(event) => state.change('amount', event.target.value)}
            onBlur={() => state.draft.amount !== '' && state.touch('amount')}
          />
          <Button
            aria-label={t('transfer.amountAllNamed')}
            disabled={available === undefined}
            onClick={() => state.change('amount', available ?? '')}
          >
            {t('transfer.amountAll')}
          </Button>
        </span>
      )}
    </FormField>
  );
}
