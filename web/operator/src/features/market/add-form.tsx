import { CallField } from '@purser/console-kit/call-form';
import { problemsBySchema, useTyped } from '@purser/console-kit/confirmed-form';
import { marketAdd } from '@purser/contract/features/market';
import { Input } from 'antd';
import { useForm } from 'react-hook-form';
import { Effect, termFacts, TermFields, termsOf, termTexts, termWords } from '../../shared/terms/term-fields.tsx';
import { TermsDialog, useTermsForm } from '../../shared/terms/terms-form.tsx';
import { useT } from './texts.ts';

const NEW = {
  market: '',
  coin_name: '',
  symbol: '',
  decimals: '2',
  payment_fee_rate: '1.00',
  transfer_fee_rate: '0.10',
  transfer_minimum: '1',
  order_minimum: '0.01',
  order_maximum: '100000',
  user_withdrawal_fee_rate: '0.50',
  adjustment_fee_rate: '0.00',
  usdt_recharge_fee_rate: '0.20',
  usdt_recharge_minimum: '100',
  usdt_withdrawal_fee_rate: '0.50',
  usdt_withdrawal_minimum: '100',
  usdt_withdrawal_maximum: '100000',
  usdt_withdrawal_day_maximum: '500000',
  fiat_withdrawal_fee_rate: '0.80',
  fiat_withdrawal_minimum: '100',
  refund_returns_fee: 'off',
  rate: '',
};

interface AddFormProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Adding a market with its token: first what it is, then the code. */
export function AddForm({ open, onClose }: AddFormProps) {
  const t = useT();
  const fields = useForm({ defaultValues: NEW });
  const typed = useTyped(fields);
  const words = {
    ...termWords(t),
    market: t('market.problem.coin'),
    coin_name: t('market.problem.coin'),
    decimals: t('market.problem.decimals'),
    rate: t('market.problem.rate'),
  };
  const contents = {
    ...termsOf(typed),
    symbol: typed.symbol.trim(),
    market: typed.market.trim() === '' ? null : typed.market.trim().toUpperCase(),
    coin_name: typed.coin_name.trim().toUpperCase(),
    decimals: typed.decimals.trim() === '' ? Number.NaN : Number(typed.decimals),
    rate: typed.rate.trim() === '' ? null : typed.rate.trim(),
  };
  const form = useTermsForm(marketAdd, fields, { problems: problemsBySchema(marketAdd, contents, words), contents, onClose });
  const { market, coin_name, symbol, decimals, rate } = form.contents;
  return (
    <TermsDialog
      open={open}
      title={t('market.add')}
      form={form}
      facts={[
        { label: t('market.market'), value: market ?? t('market.noMarket') },
        { label: t('market.coin'), value: `${coin_name} ${symbol}`, strong: true },
        { label: t('market.decimals'), value: String(decimals) },
        ...termFacts({ after: termTexts(form.contents, t), fees: { after: form.contents.payment_fee_rate }, decimals, coin: coin_name }, t),
        { label: t('market.rateShort'), value: rate ?? t('market.noRate') },
      ]}
      warning={t('market.decimalsHint')}
    >
      <CallField form={form} name="market" label={t('market.currency')} hint={t('market.currencyHint')}>
        {(control) => <Input {...control} maxLength={12} />}
      </CallField>
      <CallField form={form} name="coin_name" label={t('market.token')} hint={t('market.tokenHint')}>
        {(control) => <Input {...control} maxLength={12} />}
      </CallField>
      <CallField form={form} name="decimals" label={t('market.decimals')} hint={t('market.decimalsHint')}>
        {(control) => <Input {...control} inputMode="numeric" maxLength={2} />}
      </CallField>
      <CallField form={form} name="symbol" label={t('market.symbol')}>
        {(control) => <Input {...control} maxLength={8} />}
      </CallField>
      <TermFields form={form} />
      <CallField form={form} name="rate" label={t('terms.rate')} hint={t('market.rateHint')}>
        {(control) => <Input {...control} inputMode="decimal" />}
      </CallField>
      <Effect terms={contents} decimals={contents.decimals} coin={contents.coin_name} />
    </TermsDialog>
  );
}
