import { useEffect } from 'react';
import { formatAmount } from '@purser/contract/money';
import type { PayerVerification } from '@purser/contract/sign-in-policy';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { useLocalTime } from '../../shared/local-time.tsx';
import { Money, moneyText } from '../../shared/money.tsx';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import { useSecondsLeft } from '../../shared/use-seconds-left.ts';
import { depositAddress } from '../../shared/deposit-address.ts';
import styles from './checkout.module.css';
import { authenticationAddress, OtherAccount, passwordAddress, Payer, type PayerProps } from './payer.tsx';
import { REFRESH_S, splitPayment, type ObstacleScreen } from './screen.ts';
import { StepLink } from './step-link.tsx';
import { stepAddress } from './use-checkout.ts';

/** What keeps this payer from paying this order, and the way on. */
export function Obstacle({ screen, ...props }: PayerProps & { screen: ObstacleScreen }) {
  const { t } = usePage();
  const { order, payer, checkout } = props;
  return (
    <>
      {screen === 'no_payment_password' || screen === 'payment_password_locked' ? (
        <Payer {...props} />
      ) : (
        <p className={styles.who}>{t('paying_as', { nick: payer.nick })}</p>
      )}
      {screen === 'insufficient' && <Insufficient {...props} />}
      {screen === 'market_not_enabled' && <MarketNotEnabled {...props} />}
      {screen === 'verification_incomplete' && <Unverified {...props} />}
      {screen === 'no_payment_password' && (
        <>
          <Told title={t('no_password_title')} text={t('no_password_text')} />
          <a className={button.primary} href={passwordAddress(order, checkout)}>
            {t('set_payment_password')}
          </a>
        </>
      )}
      {screen === 'payment_password_locked' && <Locked {...props} />}
      {order.may_cancel && (
        <div className={styles.links}>
          <StepLink to="abandon" token={order.token} scanned={checkout.scanned} go={checkout.go}>
            {t('abandon')}
          </StepLink>
        </div>
      )}
    </>
  );
}

/** A market of the wallet's is enabled by a press, and the payer is back at the order. */
function MarketNotEnabled({ order, payer, checkout }: PayerProps) {
  const { t } = usePage();
  const { coin_name, market } = order;
  return (
    <>
      <Told title={t('market_title')} text={t('market_text', { coin: coin_name })} />
      {market !== null && (
        <form method="post" action="/wallet/market">
          <ShownPayer userId={payer.user_id} />
          <input type="hidden" name="next" value={stepAddress(order.token, 'pay', checkout.scanned)} />
          <button name="market" value={market} className={button.primary}>
            {t('enable_market', { coin: coin_name })}
          </button>
        </form>
      )}
      <OtherAccount order={order} checkout={checkout} quiet />
    </>
  );
}

function Insufficient({ order, payer, checkout }: PayerProps) {
  const page = usePage();
  const { t } = page;
  const takesBalance = order.ways.includes('balance');
  const missing = moneyText(formatAmount(splitPayment(order, payer, true).missing, order.decimals), order.coin_name, page);
  return (
    <>
      {takesBalance ? (
        <Told title={t('insufficient_title')} text={t('insufficient_text', { missing })} />
      ) : (
        <Told title={t('reward_short_title')} text={t('reward_short_text', { missing })} />
      )}
      <dl className={styles.split}>
        {takesBalance && (
          <div>
            <dt>{t('wallet_balance')}</dt>
            <dd>
              <Money amount={payer.available_asset} coin={order.coin_name} />
            </dd>
          </div>
        )}
        {order.ways.includes('reward') && (
          <div>
            <dt>{t('reward_funds')}</dt>
            <dd>
              <Money amount={payer.reward_asset} coin={order.coin_name} />
            </dd>
          </div>
        )}
      </dl>
      {payer.may_deposit_usdt && (
        <a className={button.primary} href={depositAddress({ coin: order.coin_name }, stepAddress(order.token, 'pay', checkout.scanned))}>
          {t('usdt_in_title')}
        </a>
      )}
      <a className={payer.may_deposit_usdt ? button.plain : button.primary} href="/wallet">
        {t('open_wallet')}
      </a>
      <OtherAccount order={order} checkout={checkout} quiet />
    </>
  );
}

/** What the provider wants verified before this payer pays, what of it is missing, and the way to where it is done. */
function Unverified({ order, payer, checkout }: PayerProps) {
  const { t } = usePage();
  const wanted = {
    identity: { name: t('verify_identity'), hint: t('verify_identity_hint') },
    bank_account: { name: t('verify_bank_account'), hint: t('verify_bank_account_hint') },
    payment_password: { name: t('set_payment_password'), hint: '' },
  } satisfies Record<PayerVerification, object>;
  return (
    <>
      <Told title={t('verification_title')} text={t('verification_text')} />
      <div className={styles.missing}>
        <h3>{t('verification_missing')}</h3>
        <ul>
          {payer.missing_verifications.map((name) => (
            <li key={name}>
              {wanted[name].name}
              {wanted[name].hint !== '' && <small>{wanted[name].hint}</small>}
            </li>
          ))}
        </ul>
      </div>
      <a className={button.primary} href={authenticationAddress(order, checkout)}>
        {t('auth_go')}
      </a>
      <p className={styles.text}>{t('verification_waits')}</p>
      <OtherAccount order={order} checkout={checkout} quiet />
    </>
  );
}

/** Too many wrong payment passwords: until when none is taken, and what can be done before. */
function Locked({ order, payer, checkout }: PayerProps) {
  const { t } = usePage();
  const { refresh } = checkout;
  const until = payer.payment_password_locked_until ?? order.server_time;
  const heldUntil = payer.payment_password_held_until;
  const time = useLocalTime(until);
  const held = useLocalTime(heldUntil ?? until);
  const over = useSecondsLeft(until, order.server_time) === 0;
  useEffect(() => {
    if (!over) return;
    // The server says whether the time has come; it is asked until it does.
    void refresh();
    const timer = setInterval(() => void refresh(), REFRESH_S * 1_000);
    return () => clearInterval(timer);
  }, [over, refresh]);
  if (heldUntil !== null) return <Told title={t('locked_title')} text={t('locked_held_text', { time, held })} />;
  return (
    <>
      <Told title={t('locked_title')} text={t('locked_text', { time })} />
      <a className={button.primary} href={passwordAddress(order, checkout)}>
        {t('set_new_payment_password')}
      </a>
    </>
  );
}

function Told({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.center}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
    </div>
  );
}
