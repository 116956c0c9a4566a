import { CallField } from '@purser/console-kit/call-form';
import { KEPT, problemsBySchema, useTyped } from '@purser/console-kit/confirmed-form';
import type { Contents } from '@purser/console-kit/confirmed-write';
import { marketCoinNetworkSave } from '@purser/contract/features/market';
import { Input, Select } from 'antd';
import { useForm } from 'react-hook-form';
import { ReasonField, TermsDialog, useTermsForm } from '../../shared/terms/terms-form.tsx';
import type { TokenRow } from './api.ts';
import styles from './market.module.css';
import { OnField } from './on-field.tsx';
import { useT } from './texts.ts';

interface TokenFormProps {
  /** Undefined puts a coin on a network. */
  readonly token: TokenRow | undefined;
  readonly coins: readonly string[];
  readonly networks: readonly string[];
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A coin's token on a network: its contract, decimals and confirmations there. */
export function TokenForm({ token, coins, networks, open, onClose }: TokenFormProps) {
  const t = useT();
  const fields = useForm({
    values: {
      coin_name: token?.coin_name ?? coins.at(-1) ?? '',
      network: token?.network ?? networks[0] ?? '',
      contract_address: token?.contract_address ?? '',
      token_decimals: String(token?.token_decimals ?? 6),
      confirmations: String(token?.confirmations ?? 20),
      deposit_address: token?.deposit_address ?? '',
      network_fee: token?.network_fee ?? '0',
      is_on: token?.is_on ?? false,
      reason: '',
    },
    resetOptions: KEPT,
  });
  const typed = useTyped(fields);
  const contents = {
    coin_name: typed.coin_name,
    network: typed.network,
    contract_address: typed.contract_address.trim(),
    token_decimals: wholeNumber(typed.token_decimals),
    confirmations: wholeNumber(typed.confirmations),
    deposit_address: typed.deposit_address.trim(),
    network_fee: typed.network_fee.trim(),
    is_on: typed.is_on,
    reason: typed.reason.trim(),
    before: seenOf(token),
  };
  const problems = problemsBySchema(marketCoinNetworkSave, contents, {
    token_decimals: t('market.problem.tokenDecimals'),
    confirmations: t('market.problem.confirmations'),
    network_fee: t('market.problem.reviewBound'),
    reason: t('terms.problem.reason'),
  });
  const form = useTermsForm(marketCoinNetworkSave, fields, {
    problems: { ...problems, ...(contents.contract_address === '' && { contract_address: t('market.problem.contract') }) },
    contents,
    onClose,
  });
  const saved = form.contents;
  const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  return (
    <TermsDialog
      open={open}
      title={token ? t('market.tokenOf', { coin: token.coin_name, network: token.network }) : t('market.tokenAdd')}
      form={form}
      facts={[
        { label: t('market.coin'), value: t('market.tokenOf', { coin: saved.coin_name, network: saved.network }), strong: true },
        { label: t('market.contract'), value: saved.contract_address },
        { label: t('market.tokenDecimals'), value: String(saved.token_decimals) },
        { label: t('market.confirmations'), value: String(saved.confirmations) },
        { label: t('market.depositAddress'), value: saved.deposit_address || t('market.depositAddressNone'), strong: true },
        { label: t('market.networkFee'), value: `${saved.network_fee} ${saved.coin_name}` },
        { label: t('market.state'), value: t(saved.is_on ? 'market.on' : 'market.off') },
      ]}
      warning={token ? t('market.depositAddressTwo') : t('market.networksHint')}
    >
      <CallField form={form} name="coin_name" label={t('market.coin')}>
        {(control) => <Select {...control} disabled={token !== undefined} options={choices(coins)} />}
      </CallField>
      <CallField form={form} name="network" label={t('market.network')}>
        {(control) => <Select {...control} disabled={token !== undefined} options={choices(networks)} />}
      </CallField>
      <div className={styles.wide}>
        <CallField form={form} name="contract_address" label={t('market.contract')} hint={t('market.contractHint')}>
          {(control) => <Input {...control} value={String(control.value)} maxLength={100} autoComplete="off" spellCheck={false} />}
        </CallField>
      </div>
      <CallField form={form} name="token_decimals" label={t('market.tokenDecimals')} hint={t('market.tokenDecimalsHint')}>
        {(control) => <Input {...control} value={String(control.value)} inputMode="numeric" maxLength={2} />}
      </CallField>
      <CallField form={form} name="confirmations" label={t('market.confirmations')} hint={t('market.confirmationsHint')}>
        {(control) => <Input {...control} value={String(control.value)} inputMode="numeric" maxLength={5} />}
      </CallField>
      <div className={styles.wide}>
        <CallField form={form} name="deposit_address" label={t('market.depositAddress')} hint={t('market.depositAddressHint')}>
          {(control) => <Input {...control} value={String(control.value)} maxLength={100} autoComplete="off" spellCheck={false} />}
        </CallField>
      </div>
      <CallField form={form} name="network_fee" label={t('market.networkFee')} hint={t('market.networkFeeHint')}>
        {(control) => <Input {...control} value={String(control.value)} inputMode="decimal" maxLength={32} suffix={contents.coin_name} />}
      </CallField>
      <OnField form={form} />
      <ReasonField form={form} />
    </TermsDialog>
  );
}

/** As it was looked at; null where there was none. */
function seenOf(token: TokenRow | undefined): NonNullable<Contents<typeof marketCoinNetworkSave>['before']> | null {
  if (!token) return null;
  const { contract_address, token_decimals, confirmations, deposit_address, network_fee, is_on } = token;
  return { contract_address, token_decimals, confirmations, deposit_address, network_fee, is_on };
}

function wholeNumber(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}
