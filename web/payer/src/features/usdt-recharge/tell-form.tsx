import { amountText, decimalText } from '@purser/contract/amount-text';
import { useEffect, useState } from 'react';
import { plainRate, USDT } from '@purser/contract/exchange';
import type { RechargeCoin } from '@purser/contract/features/usdt-recharge';
import { LONGEST_TXID } from '@purser/contract/limits';
import type { PageOf, usdtRechargePage } from '@purser/contract/payer-pages';
import { reckonRecharge } from '@purser/contract/recharge-amounts';
import { typedAmount } from '@purser/contract/typed-amount';
import { amountProblem } from '../../shared/amount-problem.ts';
import button from '../../shared/button.module.css';
import { useCheckedForm } from '../../shared/checked-form.ts';
import { type PageContext, usePage } from '../../shared/context.tsx';
import { Field } from '../../shared/field.tsx';
import { Money } from '../../shared/money.tsx';
import { Card } from '../../shared/shell.tsx';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import { type Errors, fieldsOf } from '../../shared/told-at-fields.ts';
import styles from './usdt-recharge.module.css';

type UsdtRechargePage = PageOf<typeof usdtRechargePage>;
const FORM = {
  fields: ['trade_count', 'apply_txid'],
  at: {
    amount_below_minimum: 'trade_count',
    fee_exceeds_amount: 'trade_count',
    txid_malformed: 'apply_txid',
    txid_used: 'apply_txid',
  },
} as const;
type Name = (typeof FORM.fields)[number];
type Typed = UsdtRechargePage['typed'];

/** What is wrong with what was typed, as far as a page can know. */
function problemsOf({ trade_count, apply_txid }: Typed, coin: RechargeCoin, reader: PageContext): Errors<Name> {
  const { t } = reader;
  const reckoned = reckonRecharge(typedAmount(trade_count, USDT), coin);
  return {
    ...(reckoned === 'required' && { trade_count: t('usdt_in_amount_required') }),
    ...(reckoned === 'wrong' && { trade_count: amountProblem(trade_count, USDT, coin.usdt_recharge_minimum, reader) }),
    ...(reckoned === 'below' && { trade_count: t('usdt_in_amount_below', { minimum: minimumText(coin, reader) }) }),
    ...(!/^[0-9A-Za-z]*$/.test(apply_txid.trim()) && { apply_txid: t('usdt_in_txid_wrong') }),
    ...(apply_txid.trim() === '' && { apply_txid: t('usdt_in_txid_required') }),
  };
}

function minimumText({ usdt_recharge_minimum }: RechargeCoin, reader: PageContext): string {
  return amountText(plainRate(usdt_recharge_minimum), USDT, reader);
}

/** Whether the refusal that the page tells stands at a field of the form, which is there only while USDT can be sent. */
export function isToldAtField({ problem, coin, network }: Pick<UsdtRechargePage, 'problem' | 'coin' | 'network'>): boolean {
  return coin !== null && coin.rate !== null && network !== null && fieldsOf(problem, FORM).length > 0;
}

interface TellFormProps {
  readonly page: UsdtRechargePage;
  readonly coin: RechargeCoin;
  readonly network: { readonly network: string; readonly address: string };
}

/** What was sent, and what it comes to. */
export function TellForm({ page: { typed, problem, key, next }, coin, network }: TellFormProps) {
  const reader = usePage();
  const { t } = reader;
  const [amount, setAmount] = useState(typed.trade_count);
  const { form, errors, sent } = useCheckedForm<Name>(problem, FORM, (text) =>
    problemsOf({ trade_count: text('trade_count'), apply_txid: text('apply_txid') }, coin, reader),
  );
  const { ref } = form;
  useEffect(() => {
    // On a slow line it is typed before the page's script has come, which nothing has heard.
    const field = ref.current?.querySelector<HTMLInputElement>('[name="trade_count"]');
    if (field) setAmount(field.value);
  }, [ref]);
  const reckoned = reckonRecharge(typedAmount(amount, USDT), coin);
  return (
    <Card>
      <h2 className={styles.flat} id="tell">
        {t('usdt_in_tell')}
      </h2>
      <p className={styles.hint}>{t('usdt_in_tell_lead')}</p>
      <form {...form} className={styles.form} action="/wallet/usdt-recharge">
        <ShownPayer />
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="coin" value={coin.coin_name} />
        <input type="hidden" name="network" value={network.network} />
        <input type="hidden" name="address" value={network.address} />
        <input type="hidden" name="rate" value={coin.rate ?? ''} />
        <input type="hidden" name="usdt_recharge_fee" value={coin.usdt_recharge_fee} />
        <Field
          label={t('usdt_in_amount')}
          name="trade_count"
          inputMode="decimal"
          autoComplete="off"
          maxLength={32}
          required
          defaultValue={typed.trade_count}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
          hint={t('usdt_in_amount_hint', { minimum: minimumText(coin, reader) })}
          error={errors.trade_count}
        />
        <Field
          label={t('usdt_in_txid')}
          name="apply_txid"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LONGEST_TXID}
          required
          defaultValue={typed.apply_txid}
          hint={t('usdt_in_txid_hint')}
          error={errors.apply_txid}
        />
        <dl className={styles.facts} aria-live="polite">
          {typeof reckoned === 'object' && (
            <>
              <div>
                <dt>{t('usdt_in_fee_of', { rate: decimalText(coin.usdt_recharge_fee, reader) })}</dt>
                <dd>
                  <Money amount={reckoned.fee} coin={coin.coin_name} />
                </dd>
              </div>
              <div className={styles.strong}>
                <dt>{t('usdt_in_receive')}</dt>
                <dd>
                  <Money amount={reckoned.count} coin={coin.coin_name} />
                </dd>
              </div>
            </>
          )}
        </dl>
        <button className={button.primary} aria-disabled={sent}>
          {sent ? t('usdt_in_submitting') : t('usdt_in_submit')}
        </button>
      </form>
    </Card>
  );
}
