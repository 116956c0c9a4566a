import { CallField } from '@purser/console-kit/call-form';
import type { FormState } from '@purser/console-kit/confirmed-form';
import { LONGEST_BANK_NAME, LONGEST_HOLDER_NAME } from '@purser/contract/bank-account';
import { Input } from 'antd';
import { useT } from './texts.ts';

type BankDetails = Readonly<Record<'holder_name' | 'bank_name' | 'bank_code', string>>;

/** Who holds the account, and at which bank. */
export function BankFields<Typed extends BankDetails>({ form: whole }: { readonly form: FormState<Typed> }) {
  const t = useT();
  const form = whole as unknown as FormState<BankDetails>;
  return (
    <>
      <CallField form={form} name="holder_name" label={t('method.holder')} hint={t('method.holderHint')}>
        {(control) => <Input {...control} autoComplete="off" maxLength={LONGEST_HOLDER_NAME} />}
      </CallField>
      <CallField form={form} name="bank_name" label={t('method.bank')}>
        {(control) => <Input {...control} autoComplete="off" maxLength={LONGEST_BANK_NAME} />}
      </CallField>
      <CallField form={form} name="bank_code" label={t('method.bankCode')} hint={t('method.bankCodeHint')}>
        {(control) => <Input {...control} autoComplete="off" spellCheck={false} maxLength={24} />}
      </CallField>
    </>
  );
}
