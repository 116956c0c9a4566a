import { groupDigits } from '@purser/ui/money-text';
import { CallField, CallForm } from '@purser/console-kit/call-form';
import { USDT } from '@purser/contract/exchange';
import { LONGEST_TXID } from '@purser/contract/limits';
import { Fact, Facts } from '@purser/ui/facts';
import { Money } from '@purser/ui/money';
import { Button, Input } from 'antd';
import type { CoinSetting, RechargeRecord, Setting } from './api.ts';
import { useT } from './texts.ts';
import styles from './usdt-recharge.module.css';
import { useRechargeForm } from './use-recharge-form.ts';

interface TellFormProps {
  readonly coin: CoinSetting;
  readonly network: Setting['networks'][number];
  readonly onBack: () => void;
  readonly onMade: (made: RechargeRecord) => void;
}

/** What was sent, with what it comes to in numbers before it is submitted. */
export function TellForm({ coin, network, onBack, onMade }: TellFormProps) {
  const t = useT();
  const { form, typed, sending, minimum, reckoned } = useRechargeForm(coin, network, onMade);
  const inCoin = { coin: coin.coin_name };
  return (
    <CallForm
      form={form}
      className={styles.form}
      unsaved={typed.trade_count !== '' || typed.apply_txid !== ''}
      question={t('recharge.discard')}
    >
      <CallField form={form} name="trade_count" label={t('recharge.amount')} hint={t('recharge.amountHint', { minimum })}>
        {(control) => <Input {...control} inputMode="decimal" autoComplete="off" maxLength={32} placeholder="0.00" suffix={USDT} />}
      </CallField>
      <CallField form={form} name="apply_txid" label={t('recharge.txid')} hint={t('recharge.txidHint')}>
        {(control) => <Input {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={LONGEST_TXID} />}
      </CallField>
      <div aria-live="polite">
        <Facts>
          <Fact label={t('recharge.network')}>{network.network}</Fact>
          <Fact label={t('recharge.rate')}>
            {coin.rate === null ? t('recharge.noRate') : t('recharge.rateOf', { rate: groupDigits(coin.rate), ...inCoin })}
          </Fact>
          <Fact label={t('recharge.exchanged')}>
            <Money amount={reckoned?.exchanged} {...(reckoned && inCoin)} />
          </Fact>
          <Fact label={t('recharge.feeOf', { rate: coin.usdt_recharge_fee })}>
            <Money amount={reckoned?.fee} {...(reckoned && inCoin)} />
          </Fact>
          <Fact label={t('recharge.count')} strong>
            <Money amount={reckoned?.count} {...(reckoned && inCoin)} />
          </Fact>
        </Facts>
      </div>
      <div className={styles.buttons}>
        <Button size="large" onClick={onBack}>
          {t('recharge.back')}
        </Button>
        <Button type="primary" htmlType="submit" size="large" loading={sending}>
          {t('recharge.submit')}
        </Button>
      </div>
    </CallForm>
  );
}
