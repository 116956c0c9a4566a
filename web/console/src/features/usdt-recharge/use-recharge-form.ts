import { CallRefused, NotSent } from '@purser/client/transport';
import { keysOf } from '@purser/console-kit/act-key';
import { client } from '@purser/console-kit/client';
import { type FormState, useTyped } from '@purser/console-kit/confirmed-form';
import { refresh } from '@purser/console-kit/query';
import { refusedField } from '@purser/console-kit/refused-field';
import { plainRate } from '@purser/contract/exchange';
import { usdtRechargeAdd } from '@purser/contract/features/usdt-recharge';
import { reckonRecharge } from '@purser/contract/recharge-amounts';
import { focusFirstProblem } from '@purser/ui/form-field';
import { groupDigits } from '@purser/ui/money-text';
import { toast } from '@purser/ui/toast';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { CoinSetting, RechargeRecord, Setting } from './api.ts';
import { useT } from './texts.ts';

type Network = Setting['networks'][number];
interface Draft {
  readonly trade_count: string;
  readonly apply_txid: string;
}

/** What is told of a transfer, as it is typed: what is wrong with it, what it comes to, and sending it once. */
export function useRechargeForm(coin: CoinSetting, network: Network, onMade: (made: RechargeRecord) => void) {
  const t = useT();
  const id = useId();
  const fields = useForm<Draft>({ defaultValues: { trade_count: '', apply_txid: '' } });
  const typed = useTyped(fields);
  const [submitted, setSubmitted] = useState(false);
  const [sending, setSending] = useState(false);
  const reckoned = reckonRecharge(typed.trade_count, coin);
  const txid = typed.apply_txid.trim();
  const minimum = groupDigits(plainRate(coin.usdt_recharge_minimum));
  const amountProblems = {
    required: t('recharge.amountRequired'),
    wrong: t('recharge.amountWrong'),
    below: t('recharge.amountBelow', { minimum }),
  };
  const problems = {
    trade_count: typeof reckoned === 'string' ? amountProblems[reckoned] : reckoned === undefined ? t('recharge.noRate') : undefined,
    apply_txid: txid === '' ? t('recharge.txidRequired') : /^[0-9A-Za-z]+$/.test(txid) ? undefined : t('recharge.txidWrong'),
  };
  const keys = keysOf(usdtRechargeAdd);
  const contents = typeof reckoned === 'object' &&
    coin.rate !== null && {
      coin: coin.coin_name,
      network: network.network,
      address: network.address,
      trade_count: reckoned.sent,
      rate: coin.rate,
      fee: reckoned.fee,
      count: reckoned.count,
      apply_txid: txid,
    };

  /** A refusal is told at its field; one of the rate, the fee or the address at the amount, which is reckoned anew. */
  const place = (refusal: CallRefused): void => {
    const refused = refusedField(usdtRechargeAdd, refusal);
    const field = refused?.field === 'apply_txid' ? 'apply_txid' : 'trade_count';
    fields.setError(field, { type: 'refused', message: refusal.message });
    if (refused?.field !== field) refresh(['coins']);
    focusFirstProblem(document.getElementById(id));
  };

  const submit = async (): Promise<void> => {
    if (sending) return;
    setSubmitted(true);
    fields.clearErrors();
    if (!contents || problems.trade_count !== undefined || problems.apply_txid !== undefined) {
      return focusFirstProblem(document.getElementById(id));
    }
    setSending(true);
    try {
      onMade(
        await keys.attempt(JSON.stringify(contents), (idempotencyKey) =>
          client.request(usdtRechargeAdd, contents, { quiet: true, idempotencyKey }),
        ),
      );
      toast.success(t('recharge.done'));
    } catch (error) {
      if (error instanceof CallRefused) place(error);
      else toast.error(error instanceof NotSent ? error.message : t('recharge.unsettled'));
    } finally {
      setSending(false);
    }
  };

  const form: FormState<Draft> = { id, fields, problems, submitted, submit };
  return { form, typed, sending, minimum, reckoned: typeof reckoned === 'object' ? reckoned : undefined };
}
