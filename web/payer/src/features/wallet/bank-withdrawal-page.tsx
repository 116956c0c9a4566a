import { amountText, decimalText } from '@purser/contract/amount-text';
import type { bankWithdrawalPage, PageOf } from '@purser/contract/payer-pages';
import { PAYMENT_PASSWORD_DIGITS } from '@purser/contract/payment-password';
import type { WithdrawalCosts } from '@purser/contract/wallet-bank';
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
import { PAYMENT_PASSWORD_FORM, paymentPasswordProblem } from '../../shared/payment-password.ts';
import { SameAgain, waitingLike } from '../../shared/same-again.tsx';
import { Card, Shell } from '../../shared/shell.tsx';
import { bankCardsAddress, NoPaymentPassword } from './bank-cards-page.tsx';
import styles from './bank.module.css';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import { fieldsOf, toldAtFields } from '../../shared/told-at-fields.ts';
import wallet from './wallet.module.css';

type BankWithdrawalPage = PageOf<typeof bankWithdrawalPage>;

const NEEDS_IDENTITY = 'withdrawal_needs_identity';

const outcomeOf = (quote: BankWithdrawalPage['quote']) => (quote && 'problem' in quote ? quote.outcome : undefined);

/** What is refused and stands at no field: where no card is linked any more, there is none. */
function problemAbove({ accounts, problem, quote }: BankWithdrawalPage): string | undefined {
  if (quote && 'problem' in quote && quote.outcome === NEEDS_IDENTITY) return quote.problem;
  const isOfPassword = quote !== null && 'costs' in quote && fieldsOf(problem, PAYMENT_PASSWORD_FORM).length > 0;
  const isOfAmount = problem?.outcome === outcomeOf(quote) && accounts.length > 0;
  return problem && !isOfPassword && !isOfAmount ? problem.detail : undefined;
}

/** Withdrawing to a linked bank card: what, where to and how much; then what it costs, and the payment password. */
function BankWithdrawal({ page }: { page: BankWithdrawalPage }) {
  const { t } = usePage();
  const problem = problemAbove(page);
  const needsIdentity = page.problem?.outcome === NEEDS_IDENTITY || outcomeOf(page.quote) === NEEDS_IDENTITY;
  return (
    <Shell>
      <div className={wallet.head}>
        <h1>{t('bank_withdraw')}</h1>
        <p>{t('bank_withdraw_lead')}</p>
      </div>
      {problem && <Notice kind="problem">{problem}</Notice>}
      {needsIdentity && (
        <a className={button.primary} href="/wallet/authentication?next=/wallet/bank-withdrawal">
          {t('auth_go')}
        </a>
      )}
      {page.done && !page.problem && (
        <Notice kind="success">{t(page.done === 'asked' ? 'bank_withdrawal_asked' : 'bank_withdrawal_cancelled')}</Notice>
      )}
      <Card>
        {!page.has_payment_password ? (
          <NoPaymentPassword next="/wallet/bank-withdrawal" />
        ) : page.accounts.length === 0 ? (
          <NoCard />
        ) : (
          <Wish page={page} />
        )}
      </Card>
      {page.quote && 'costs' in page.quote && <Confirm page={page} costs={page.quote.costs} />}
      <Records page={page} />
      <p className={wallet.back}>
        <a className={button.quiet} href="/wallet/bank-cards">
          {t('bank_cards_title')}
        </a>
        <a className={button.quiet} href="/wallet">
          {t('go_back')}
        </a>
      </p>
    </Shell>
  );
}

function NoCard() {
  const { t } = usePage();
  return (
    <>
      <p>{t('bank_no_card')}</p>
      <a className={button.primary} href={bankCardsAddress('/wallet/bank-withdrawal')}>
        {t('bank_card_link')}
      </a>
    </>
  );
}

/** What is refused of the amount: in the page's own words where it is no amount of the coin. */
function problemOfAmount({ coins, asked, quote }: BankWithdrawalPage, reader: PageContext): string | undefined {
  if (!quote || !('problem' in quote) || quote.outcome === NEEDS_IDENTITY) return undefined;
  const coin = coins.find(({ coin_name }) => coin_name === asked.coin_name);
  const own =
    quote.outcome === 'invalid_input' && coin && amountProblem(asked.amount, coin.coin_name, exampleLike(coin.available_asset), reader);
  return own || quote.problem;
}

function Wish({ page }: { page: BankWithdrawalPage }) {
  const { accounts, coins, asked, quote } = page;
  const reader = usePage();
  const { t } = reader;
  const problem = problemOfAmount(page, reader);
  return (
    <form className={wallet.form} method="get" action="/wallet/bank-withdrawal">
      <label className={wallet.choice}>
        <span>{t('bank_card')}</span>
        <select name="payment_method_id" defaultValue={asked.payment_method_id}>
          {accounts.map(({ payment_method_id, bank_name, account_number, market }) => (
            <option key={payment_method_id} value={payment_method_id}>{`${bank_name} ${account_number} · ${market}`}</option>
          ))}
        </select>
      </label>
      <label className={wallet.choice}>
        <span>{t('coin')}</span>
        <select name="coin_name" defaultValue={asked.coin_name}>
          {coins.map(({ coin_name, available_asset }) => (
            <option key={coin_name} value={coin_name}>
              {`${coin_name} · ${t('available')} ${amountText(available_asset, coin_name, reader)}`}
            </option>
          ))}
        </select>
      </label>
      <Field
        label={t('bank_amount')}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        maxLength={32}
        defaultValue={asked.amount}
        required
        error={problem}
      />
      <button className={quote && 'costs' in quote ? button.quiet : button.primary}>{t('bank_show_cost')}</button>
    </form>
  );
}

function Confirm({ page, costs }: { page: BankWithdrawalPage; costs: WithdrawalCosts }) {
  const reader = usePage();
  const { t } = reader;
  const { asked, attempt, problem, records } = page;
  const told = toldAtFields(problem, PAYMENT_PASSWORD_FORM, (text) => paymentPasswordProblem(text, t));
  const like = records.filter(
    ({ out_abbreviation, bank_name, account_number }) =>
      out_abbreviation === costs.coin_name && bank_name === costs.bank_name && account_number === costs.account_number,
  );
  return (
    <Card>
      <SameAgain order={waitingLike(like, asked.amount)} />
      <dl className={styles.facts}>
        <div>
          <dt>{t('bank_card')}</dt>
          <dd>{`${costs.bank_name} ${costs.account_number}`}</dd>
        </div>
        <div>
          <dt>{t('bank_amount')}</dt>
          <dd>{moneyText(asked.amount, costs.coin_name, reader)}</dd>
        </div>
        <div>
          <dt>{t('bank_fee', { rate: decimalText(costs.currency_withdrawal_fee, reader) })}</dt>
          <dd>
            <Money amount={costs.fee} coin={costs.coin_name} />
          </dd>
        </div>
        {costs.rate !== '1' && (
          <div>
            <dt>{t('bank_rate')}</dt>
            <dd>{`1 ${costs.coin_name} = ${moneyText(costs.rate, costs.abbreviation, reader)}`}</dd>
          </div>
        )}
        <div className={styles.strong}>
          <dt>{t('bank_arrives')}</dt>
          <dd>{moneyText(costs.count, costs.abbreviation, reader)}</dd>
        </div>
      </dl>
      <form className={wallet.form} method="post" action="/wallet/bank-withdrawal/confirm">
        <ShownPayer />
        <input type="hidden" name="payment_method_id" value={asked.payment_method_id} />
        <input type="hidden" name="coin_name" value={asked.coin_name} />
        <input type="hidden" name="amount" value={asked.amount} />
        <input type="hidden" name="rate" value={costs.rate} />
        <input type="hidden" name="count" value={costs.count} />
        <input type="hidden" name="attempt" value={attempt} />
        <CodeField
          label={t('payment_password')}
          name="payment_password"
          digits={PAYMENT_PASSWORD_DIGITS}
          focused
          error={told.payment_password}
        />
        <button className={button.primary}>{t('bank_confirm')}</button>
      </form>
    </Card>
  );
}

function Records({ page: { records, paging } }: { page: BankWithdrawalPage }) {
  const reader = usePage();
  const { t } = reader;
  return (
    <Card>
      <h2 className={wallet.flat} id="records">
        {t('bank_withdrawals')}
      </h2>
      {records.length === 0 ? (
        <p className={wallet.empty}>{t('bank_no_withdrawals')}</p>
      ) : (
        <ul className={wallet.records}>
          {records.map((order) => (
            <li key={order.order_no}>
              <div className={wallet.line}>
                <strong>{t(`bank_state_${order.status}`)}</strong>
                <strong>
                  <Money amount={order.trade_count} coin={order.out_abbreviation} />
                </strong>
              </div>
              <p className={wallet.description}>
                {t('bank_to', {
                  amount: moneyText(order.count, order.abbreviation, reader),
                  account: `${order.bank_name} ${order.account_number}`,
                })}
              </p>
              {order.status === 'pending_review' &&
                order.manual_because.map((because) => (
                  <p key={because} className={wallet.description}>
                    {t(`because.${because}`)}
                  </p>
                ))}
              {order.remark !== '' && <p className={wallet.description}>{order.remark}</p>}
              <div className={wallet.small}>
                <LocalTime instant={order.create_time} />
                <span>{order.order_no}</span>
              </div>
              {order.status === 'pending_review' && (
                <form method="post" action="/wallet/bank-withdrawal/cancel">
                  <ShownPayer />
                  <input type="hidden" name="order_no" value={order.order_no} />
                  <button className={button.link}>{t('bank_cancel')}</button>
                </form>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager {...paging} label={t('bank_withdrawals')} address={(to) => `/wallet/bank-withdrawal?page=${to}#records`} />
    </Card>
  );
}

export const bankWithdrawal: PageView<typeof bankWithdrawalPage> = { Component: BankWithdrawal, title: (_page, t) => t('bank_withdraw') };
