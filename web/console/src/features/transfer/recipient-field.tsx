import { FormField } from '@purser/ui/form-field';
import { Input } from 'antd';
import { useT } from '../../shared/i18n.tsx';
import styles from './transfer.module.css';
import type { TransferDraft } from './use-transfer-draft.ts';

/** Whom it goes to, and the name behind what was typed. */
export function RecipientField({ state }: { readonly state: TransferDraft }) {
  const t = useT();
  const { found, recipientId } = state.look;
  const problem = state.problemOf('recipient');
  const merchant = found?.data;
  const looking = typeof recipientId === 'number' && !merchant && !found?.error;
  const hint =
    merchant && merchant.status === 'normal' ? (
      <span className={styles['found']}>{t('transfer.toFound', { name: merchant.name, id: merchant.merchant_id })}</span>
    ) : looking ? (
      t('transfer.toChecking')
    ) : (
      t('transfer.toHint')
    );
  return (
    <>
      <FormField label={t('transfer.to')} hint={hint} problem={problem}>
        {(control) => (
          <Input
            {...control}
            name="recipient"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            value={state.draft.recipient}
            status={control['aria-invalid'] && 'error'}
            onChange={(event) => state.change('recipient', event.target.value)}
            onBlur={() => state.draft.recipient !== '' && state.touch('recipient')}
          />
        )}
      </FormField>
      <output className="visually-hidden">{merchant && problem === undefined ? merchant.name : ''}</output>
    </>
  );
}
