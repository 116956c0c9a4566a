import { CallField } from '@purser/console-kit/call-form';
import { KEPT, problemsBySchema, useTyped } from '@purser/console-kit/confirmed-form';
import { marketTermsSet } from '@purser/contract/features/market';
import { Input } from 'antd';
import { useForm } from 'react-hook-form';
import { whyTwo } from '../../shared/terms/second-person.tsx';
import { Effect, seenOf, termFacts, TermFields, termsOf, termTexts, termWords, typedOf } from '../../shared/terms/term-fields.tsx';
import { ReasonField, TermsDialog, useTermsForm } from '../../shared/terms/terms-form.tsx';
import type { CoinRow } from './api.ts';
import { useT } from './texts.ts';

interface ChangeFormProps {
  readonly coin: CoinRow;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Changing a coin's fees and limits. */
export function ChangeForm({ coin, open, onClose }: ChangeFormProps) {
  const t = useT();
  const { coin_name, decimals, symbol } = coin;
  const fields = useForm({ values: { symbol, reason: '', ...typedOf(coin) }, resetOptions: KEPT });
  const typed = useTyped(fields);
  const contents = {
    coin_name,
    symbol: typed.symbol.trim(),
    reason: typed.reason.trim(),
    ...termsOf(typed),
    before: { symbol, ...seenOf(coin) },
  };
  const form = useTermsForm(marketTermsSet, fields, {
    problems: problemsBySchema(marketTermsSet, contents, termWords(t)),
    contents,
    look: () => whyTwo({ coin_name, merchant_id: null, fees: contents }),
    onClose,
  });
  const after = form.contents;
  return (
    <TermsDialog
      open={open}
      title={t('market.changeOf', { coin: coin_name })}
      form={form}
      facts={[
        ...(after.symbol === symbol ? [] : [{ label: t('market.symbol'), value: after.symbol }]),
        ...termFacts(
          {
            before: termTexts(coin, t),
            after: termTexts(after, t),
            fees: { before: coin.payment_fee_rate, after: after.payment_fee_rate },
            decimals,
            coin: coin_name,
          },
          t,
        ),
        { label: t('terms.reason'), value: after.reason },
      ]}
    >
      <CallField form={form} name="symbol" label={t('market.symbol')}>
        {(control) => <Input {...control} maxLength={8} />}
      </CallField>
      <TermFields form={form} />
      <Effect terms={contents} decimals={decimals} coin={coin_name} />
      <ReasonField form={form} />
    </TermsDialog>
  );
}
