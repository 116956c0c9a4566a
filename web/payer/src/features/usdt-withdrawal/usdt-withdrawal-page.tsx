import { amountText, decimalText } from '@purser/contract/amount-text';
import type { ReactNode } from 'react';
import { minorOf, parseAmount, placesOf } from '@purser/contract/money';
import { LONGEST_ADDRESS } from '@purser/contract/limits';
import { PAYMENT_PASSWORD_DIGITS } from '@purser/contract/payment-password';
import type { PageOf, usdtWithdrawalPage } from '@purser/contract/payer-pages';
import { amountProblem, exampleLike } from '../../shared/amount-problem.ts';
import button from '../../shared/button.module.css';
import { CodeField } from '../../shared/code-field.tsx';
import { type PageContext, usePage } from '../../shared/context.tsx';
import { Field } from '../../shared/field.tsx';
import { LocalTime } from '../../shared/local-time.tsx';
import { Money, moneyText } from '../../shared/money.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Pager } from '../../shared/pager.tsx';
import { OF_PAYMENT_PASSWORD, PAYMENT_PASSWORD_FORM, paymentPasswordProblem } from '../../shared/payment-password.ts';
import { SameAgain, waitingLike } from '../../shared/same-again.tsx';
import { Card, Shell } from '../../shared/shell.tsx';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import { type Errors, fieldsOf, toldAtFields } from '../../shared/told-at-fields.ts';
import styles from './usdt-withdrawal.module.css';

type UsdtWithdrawalPage = PageOf<typeof usdtWithdrawalPage>;
type Network = UsdtWithdrawalPage['setting']['networks'][number];
type Coin = UsdtWithdrawalPage['setting']['coins'][number];

const PATH = '/wallet/usdt-withdrawal';

/** Withdrawing USDT: what it comes to, the confirmation, the addresses, and what was withdrawn. Every form is plain. */
function UsdtWithdrawal({ page }: { page: UsdtWithdrawalPage }) {
  const { t } = usePage();
  const { setting, done, has_payment_password } = page;
  const isOpen = setting.networks.length > 0 && setting.coins.length > 0;
  return (
    <Shell width="wide">
      <div className={styles.head}>
        <h1>{t('usdt_out_title')}</h1>
        <a className={button.link} href="/wallet">
          {t('wallet_title')}
        </a>
      </div>
      {page.problem && !isToldBelow(page) && <Notice kind="problem">{page.problem.detail}</Notice>}
      {(page.problem?.outcome === 'withdrawal_needs_identity' || (setting.needs_identity && page.refused !== null)) && (
        <a className={button.primary} href="/wallet/authentication?next=/wallet/usdt-withdrawal">
          {t('auth_go')}
        </a>
      )}
      {done === 'asked' && <Notice kind="success">{t('usdt_out_asked')}</Notice>}
      {done === 'cancelled' && <Notice kind="success">{t('usdt_out_cancelled')}</Notice>}
      {done === 'address' && <Notice kind="success">{t('usdt_out_address_changed')}</Notice>}
      {!has_payment_password && (
        <Notice kind="advice">
          <a href={`/wallet/payment-password?next=${encodeURIComponent(PATH)}`}>{t('usdt_out_password_first')}</a>
        </Notice>
      )}
      {isOpen ? <Ask page={page} /> : <Notice kind="advice">{t('usdt_out_none')}</Notice>}
      {isOpen && page.quote && <Confirm page={page} quote={page.quote} />}
      {isOpen && <Addresses page={page} />}
      <Records page={page} />
    </Shell>
  );
}

/** A refusal stands at the form that it was made of: that of a network's address, or the one that confirms. What still holds is told at the amount. */
function isToldBelow({ problem, typed, quote, setting, asked, refused }: UsdtWithdrawalPage): boolean {
  if (typed !== null) return setting.networks.some(({ network }) => network === typed.network);
  const to = setting.networks.find(({ network }) => network === asked.network);
  if (problem?.detail === refused) return true;
  return fieldsOf(problem, PAYMENT_PASSWORD_FORM).length > 0 && quote !== null && to?.address != null && !to.is_resting;
}

/** What is to be withdrawn: asked for by an address that can be opened again, so that nothing happens by it. */
function Ask({ page }: { page: UsdtWithdrawalPage }) {
  const { setting, asked, quote } = page;
  const reader = usePage();
  const { t } = reader;
  const coin = setting.coins.find(({ coin_name }) => coin_name === asked.coin_id) ?? setting.coins[0];
  const error = problemOfAmount(page, reader);
  return (
    <Card>
      <form className={styles.form} method="get" action={PATH}>
        <label className={styles.choice}>
          <span>{t('usdt_out_from')}</span>
          <select name="coin_id" defaultValue={asked.coin_id}>
            {setting.coins.map(({ coin_name, available_asset }) => (
              <option key={coin_name} value={coin_name}>
                {`${coin_name} · ${t('available')} ${amountText(available_asset, coin_name, reader)}`}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.choice}>
          <span>{t('usdt_out_network')}</span>
          <select name="network" defaultValue={asked.network}>
            {setting.networks.map(({ network }) => (
              <option key={network}>{network}</option>
            ))}
          </select>
        </label>
        <Field
          label={t('usdt_out_amount')}
          name="withdrawal_count"
          inputMode="decimal"
          autoComplete="off"
          maxLength={32}
          required
          defaultValue={asked.withdrawal_count}
          error={error}
          // Where the limits are what is wrong they are said once.
          {...(coin && error !== limitsText(coin, reader) && { hint: limitsText(coin, reader) })}
        />
        <button className={quote === null || error !== undefined ? button.primary : button.quiet}>{t('usdt_out_show')}</button>
      </form>
    </Card>
  );
}

/** What stands in the way of the amount, told at its field: what the server refused, the limits, or that there is less. */
function problemOfAmount({ setting, asked, quote, refused }: UsdtWithdrawalPage, reader: PageContext): string | undefined {
  const coin = setting.coins.find(({ coin_name }) => coin_name === asked.coin_id);
  const typed = asked.withdrawal_count;
  if (refused !== null)
    return (typed !== '' && coin && amountProblem(typed, coin.coin_name, exampleLike(coin.available_asset), reader)) || refused;
  if (!quote || !coin) return undefined;
  if (quote.exchange_out !== null && !isWithin(quote.exchange_out, coin)) return limitsText(coin, reader);
  return isAbove(typed, coin.available_asset) ? reader.t('insufficient_title') : undefined;
}

function limitsText({ minimum, maximum, day_left }: Coin, reader: PageContext): string {
  const short = (amount: string) => amountText(amount.replace(/\.?0+$/, ''), 'USDT', reader);
  return reader.t('usdt_out_limits', { minimum: short(minimum), maximum: short(maximum), left: short(day_left) });
}

function isAbove(amount: string, available: string): boolean {
  const minor = parseAmount(amount, placesOf(available));
  return typeof minor === 'bigint' && minor > minorOf(available);
}

/** What an amount is worth lies within the limits of one withdrawal and of the day: all of them are written with the places of USDT. */
function isWithin(worth: string, { minimum, maximum, day_left }: Coin): boolean {
  const minor = (money: string) => BigInt(money.replace('.', ''));
  return minor(worth) >= minor(minimum) && minor(worth) <= minor(maximum) && minor(worth) <= minor(day_left);
}

/** What it comes to, in numbers, before the payment password confirms it. */
function Confirm({ page, quote }: { page: UsdtWithdrawalPage; quote: NonNullable<UsdtWithdrawalPage['quote']> }) {
  const reader = usePage();
  const { t } = reader;
  const { asked, setting, key, records } = page;
  const told = toldAtFields(page.typed === null ? page.problem : null, PAYMENT_PASSWORD_FORM, (text) => paymentPasswordProblem(text, t));
  const to = setting.networks.find(({ network }) => network === asked.network);
  const coin = quote.coin_id;
  const like = records.list.filter(
    ({ out_abbreviation, network, address }) => out_abbreviation === coin && network === to?.network && address === to.address,
  );
  if (problemOfAmount(page, reader) !== undefined) return null;
  if (quote.count === null || quote.rate === null || quote.network_fee === null)
    return <Notice kind="advice">{t('usdt_out_nothing_arrives')}</Notice>;
  return (
    <Card>
      <dl className={styles.facts}>
        <Fact label={t('usdt_out_amount')}>{moneyText(asked.withdrawal_count, coin, reader)}</Fact>
        <Fact label={t('usdt_out_fee', { rate: decimalText(quote.usdt_withdrawal_fee, reader) })}>
          <Money amount={quote.transfer_out_commission} coin={coin} />
        </Fact>
        <Fact label={t('usdt_out_network_fee')}>
          <Money amount={quote.network_fee} coin={coin} />
        </Fact>
        <Fact label={t('usdt_out_rate')}>{`1 ${quote.abbreviation} = ${moneyText(quote.rate, coin, reader)}`}</Fact>
        <Fact label={t('usdt_out_arrives')}>
          <strong>
            <Money amount={quote.count} coin={quote.abbreviation} />
          </strong>
        </Fact>
        <Fact label={t('usdt_out_address')}>{to && <Address entry={to} />}</Fact>
      </dl>
      {to?.address != null && !to.is_resting && page.has_payment_password && (
        <form className={styles.form} method="post" action={PATH}>
          <ShownPayer />
          <SameAgain order={waitingLike(like, asked.withdrawal_count)} />
          <p className={styles.warning}>{t('usdt_out_warning')}</p>
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="coin_id" value={coin} />
          <input type="hidden" name="network" value={to.network} />
          <input type="hidden" name="withdrawal_count" value={asked.withdrawal_count} />
          <input type="hidden" name="address" value={to.address} />
          <input type="hidden" name="rate" value={quote.rate} />
          <input type="hidden" name="count" value={quote.count} />
          <CodeField
            label={t('payment_password')}
            name="payment_password"
            digits={PAYMENT_PASSWORD_DIGITS}
            focused
            error={told.payment_password}
          />
          <button className={button.primary}>{t('usdt_out_confirm')}</button>
        </form>
      )}
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** An address whole, and from when on it may be used where it may not yet. */
function Address({ entry: { address, is_resting, usable_time } }: { entry: Network }) {
  const { t } = usePage();
  if (address === null) return t('usdt_out_no_address');
  return (
    <span className={styles.address}>
      <span>{address}</span>
      {is_resting && usable_time !== null && (
        <span className={styles.resting}>
          {`${t('usdt_out_resting')} `}
          <LocalTime instant={usable_time} />
        </span>
      )}
    </span>
  );
}

function Addresses({ page: { setting, problem, typed } }: { page: UsdtWithdrawalPage }) {
  const { t } = usePage();
  return (
    <Card>
      <h2 className={styles.flat} id="addresses">
        {t('usdt_out_addresses')}
      </h2>
      <p className={styles.hint}>{t('usdt_out_addresses_hint')}</p>
      <ul className={styles.networks}>
        {setting.networks.map((entry) => (
          <li key={entry.network}>
            <strong>{entry.network}</strong>
            <Address entry={entry} />
            <details open={problem !== null && typed?.network === entry.network}>
              <summary>{t('usdt_out_change')}</summary>
              <AddressForm
                network={entry.network}
                typed={typed?.network === entry.network ? typed.address : ''}
                problem={typed?.network === entry.network ? problem : null}
              />
            </details>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface AddressFormProps extends Pick<UsdtWithdrawalPage, 'problem'> {
  readonly network: string;
  readonly typed: string;
}

const ADDRESS_FORM = { fields: ['address', 'payment_password'], at: OF_PAYMENT_PASSWORD } as const;

function AddressForm({ network, typed, problem }: AddressFormProps) {
  const { t } = usePage();
  // What concerns none of the fields concerns the address.
  const told: Errors<'address' | 'payment_password'> =
    problem && fieldsOf(problem, ADDRESS_FORM).length === 0
      ? { address: problem.detail }
      : toldAtFields(problem, ADDRESS_FORM, (text) => paymentPasswordProblem(text, t));
  return (
    <form className={styles.form} method="post" action={`${PATH}/address`}>
      <ShownPayer />
      <input type="hidden" name="network" value={network} />
      <Field
        label={t('usdt_out_new_address', { network })}
        name="address"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_ADDRESS}
        defaultValue={typed}
        required
        error={told.address}
      />
      <CodeField label={t('payment_password')} name="payment_password" digits={PAYMENT_PASSWORD_DIGITS} error={told.payment_password} />
      <button className={button.quiet}>{t('usdt_out_save')}</button>
    </form>
  );
}

function Records({ page: { records, paging } }: { page: UsdtWithdrawalPage }) {
  const { t } = usePage();
  return (
    <Card>
      <h2 className={styles.flat} id="records">
        {t('usdt_out_records')}
      </h2>
      {records.list.length === 0 ? (
        <p className={styles.hint}>{t('usdt_out_no_records')}</p>
      ) : (
        <ul className={styles.records}>
          {records.list.map((record) => (
            <li key={record.order_no}>
              <span className={styles.line}>
                <strong>{t(`usdt_out_status_${record.status}`)}</strong>
                <strong>
                  <Money amount={record.count} coin={record.abbreviation} />
                </strong>
              </span>
              <span className={styles.line}>
                <LocalTime instant={record.create_time} />
                <Money amount={record.trade_count} coin={record.out_abbreviation} />
              </span>
              <span className={styles.address}>{`${record.network} · ${record.address}`}</span>
              {record.txid !== '' && <span className={styles.address}>{record.txid}</span>}
              {record.status === 'pending_review' &&
                record.manual_because.map((because) => (
                  <span key={because} className={styles.hint}>
                    {t(`because.${because}`)}
                  </span>
                ))}
              {record.remark !== '' && <span className={styles.hint}>{record.remark}</span>}
              <span className={styles.hint}>{record.order_no}</span>
              {record.status === 'pending_review' && (
                <form method="post" action={`${PATH}/cancel`}>
                  <ShownPayer />
                  <input type="hidden" name="order_no" value={record.order_no} />
                  <button className={button.quiet}>{t('usdt_out_cancel')}</button>
                </form>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager {...paging} label={t('usdt_out_records')} address={(to) => `${PATH}?page=${to}#records`} />
    </Card>
  );
}

export const usdtWithdrawal: PageView<typeof usdtWithdrawalPage> = { Component: UsdtWithdrawal, title: (_page, t) => t('usdt_out_title') };
