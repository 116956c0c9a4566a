import { decimalText } from '@purser/contract/amount-text';
import { type ReactNode, useEffect, useState } from 'react';
import { plainRate, USDT } from '@purser/contract/exchange';
import type { RechargeCoin } from '@purser/contract/features/usdt-recharge';
import type { PageOf, usdtRechargePage } from '@purser/contract/payer-pages';
import button from '../../shared/button.module.css';
import { onComingBack } from '../../shared/coming-back.ts';
import { usePage } from '../../shared/context.tsx';
import { CopyButton } from '../../shared/copy-button.tsx';
import { moneyText } from '../../shared/money.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { QrCode } from '../../shared/qr-code.tsx';
import { pageAt } from '../../shared/send-form.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import { depositAddress } from '../../shared/deposit-address.ts';
import { Arriving, Deposits, Heard } from './deposits.tsx';
import { isToldAtField, TellForm } from './tell-form.tsx';
import { TestDeposit } from './test-usdt.tsx';
import styles from './usdt-recharge.module.css';

type UsdtRechargePage = PageOf<typeof usdtRechargePage>;
type Network = NonNullable<UsdtRechargePage['network']>;

const DONE = { told: 'usdt_in_told', cancelled: 'usdt_in_cancelled', test: 'usdt_in_test_sent' } as const;

/** Bringing USDT in: what to receive and where to send, then what was sent, then what was told before. Every form is plain. */
function UsdtRecharge({ page: first }: { page: UsdtRechargePage }) {
  const { t } = usePage();
  const page = useRenewed(first);
  const { coin, network, problem, done, test_usdt, next } = page;
  return (
    <Shell width="wide">
      <div className={styles.head}>
        <h1>{t('usdt_in_title')}</h1>
        <a className={button.link} href={next}>
          {t(next.startsWith('/pay/') ? 'auth_back_to_order' : next === '/wallet' ? 'wallet_title' : 'go_back')}
        </a>
      </div>
      {problem && !isToldAtField(page) && !isToldByNetwork(page) && <Notice kind="problem">{problem.detail}</Notice>}
      {done && !problem && <Notice kind="success">{t(DONE[done])}</Notice>}
      <Heard page={page} />
      <Arriving page={page} />
      {coin === null ? (
        <NoWay text={t('usdt_in_no_coin')} href="/wallet" link={t('wallet_title')} />
      ) : network !== null ? (
        <Open page={page} coin={coin} network={network} />
      ) : (
        // The demo's own chain opens its networks when it is first asked for test USDT.
        test_usdt === null && <NoWay text={t('usdt_in_none')} href="/help" link={t('help_title')} />
      )}
      {test_usdt && coin !== null && <TestDeposit offer={test_usdt} wished={page.missed_coin} next={next} />}
      <Deposits page={page} />
    </Shell>
  );
}

/** That one network is switched off is said of that one: others are open. */
function isToldByNetwork({ problem, missed_network }: UsdtRechargePage): boolean {
  return problem?.outcome === 'deposit_network_missing' && missed_network !== null;
}

function NoWay({ text, href, link }: { text: string; href: string; link: string }) {
  return (
    <Notice kind="advice">
      {text}{' '}
      <a className={button.link} href={href}>
        {link}
      </a>
    </Notice>
  );
}

function Open({ page, coin, network }: { page: UsdtRechargePage; coin: RechargeCoin; network: Network }) {
  const { t } = usePage();
  const { setting, missed_coin, missed_network } = page;
  const at = (chosen: { coin: string; network: string }) => depositAddress(chosen, page.next);
  return (
    <>
      <Card>
        {network.credited_in === null && (
          <Choice
            label={t('usdt_in_coin')}
            chosen={coin.coin_name}
            of={setting.coins.map(({ coin_name }) => coin_name)}
            address={(name) => at({ coin: name, network: network.network })}
          />
        )}
        <Choice
          label={t('usdt_in_network')}
          chosen={network.network}
          of={setting.networks.map((one) => one.network)}
          address={(name) => at({ coin: missed_coin ?? coin.coin_name, network: name })}
        />
      </Card>
      {missed_network !== null && <Notice kind="problem">{t('usdt_in_missed_network', { wished: missed_network })}</Notice>}
      {missed_coin !== null && (
        <Notice kind="advice">{t('usdt_in_missed_coin', { network: network.network, coin: coin.coin_name, wished: missed_coin })}</Notice>
      )}
      {coin.rate === null ? (
        <Notice kind="advice">{t('usdt_in_no_rate', { coin: coin.coin_name })}</Notice>
      ) : (
        <>
          <SendTo coin={coin} network={network} />
          {network.credited_in === null && (
            <TellForm key={`${coin.coin_name} ${network.network}`} page={page} coin={coin} network={network} />
          )}
        </>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly chosen: string;
  readonly of: readonly string[];
  readonly address: (name: string) => string;
}

/** One of a few: each is a link to the page with it, so that it needs no script and no button. */
function Choice({ label, chosen, of, address }: ChoiceProps) {
  return (
    <nav className={styles.choice} aria-label={label}>
      <p aria-hidden="true">{label}</p>
      <ul>
        {of.map((name) => (
          <li key={name}>
            <a href={address(name)} aria-current={name === chosen ? 'true' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The address whole, with its code: the bare address, as every wallet reads it. */
function SendTo({ coin, network: { network, address, credited_in, qr } }: { coin: RechargeCoin; network: Network }) {
  const reader = usePage();
  const { t } = reader;
  const { coin_name, rate, usdt_recharge_fee, usdt_recharge_minimum } = coin;
  return (
    <Card>
      <h2 className={styles.flat}>{t(credited_in === null ? 'usdt_in_send' : 'usdt_in_send_own', { network })}</h2>
      <div className={styles.send}>
        <QrCode qr={qr} label={t('usdt_in_qr')} />
        <div className={styles.where}>
          <dl className={styles.facts}>
            <div className={styles.block}>
              <dt>{t('usdt_in_address')}</dt>
              <dd>
                <code className={styles.address}>{address}</code>
                <CopyButton key={address} text={address} what={t('usdt_in_address')} />
              </dd>
            </div>
            <Fact label={t('usdt_in_minimum')}>{moneyText(plainRate(usdt_recharge_minimum), USDT, reader)}</Fact>
            <Fact label={t('usdt_in_rate')}>{`1 ${USDT} = ${moneyText(rate ?? '', coin_name, reader)}`}</Fact>
            <Fact label={t('usdt_in_fee')}>{`${decimalText(usdt_recharge_fee, reader)}%`}</Fact>
          </dl>
        </div>
      </div>
      <p className={styles.warning}>{t('usdt_in_warning', { network })}</p>
      <p className={styles.hint}>{credited_in === null ? t('usdt_in_time') : t('usdt_in_own', { coin: credited_in })}</p>
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

/**
 * After how many seconds the page is asked for again; null where nothing is on its way, as what is held may be so for days, and where the form stands:
 * nothing that was typed may be lost.
 */
function renewedAfterS({ arriving, network, test_usdt, awaits_test_usdt }: UsdtRechargePage): number | null {
  const isOnItsWay = awaits_test_usdt || arriving.some(({ held }) => held === null);
  if (!isOnItsWay || network === null || network.credited_in === null) return null;
  // The demo's chain makes a block every second.
  return test_usdt ? 3 : 15;
}

/** The page as it stands now: what has changed of it is drawn in its place, so that nobody who is at something there is taken from it. */
function useRenewed(first: UsdtRechargePage): UsdtRechargePage {
  const [page, setPage] = useState(first);
  useEffect(() => {
    const after = renewedAfterS(page);
    if (after === null) return undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      const came = navigator.onLine ? await pageAt(location.href) : null;
      if (isOver) return;
      const now = came?.page;
      // Who has been logged out meanwhile is shown so, and what another build has made is shown by its own script.
      if (now && now.page !== 'failure' && !(now.page === 'usdt-recharge' && came?.isOfThisBuild)) location.reload();
      // What was told of a form is told until another is sent; a page that has not come is asked for again after the same time.
      else setPage((shown) => ({ ...shown, ...(now?.page === 'usdt-recharge' && now), problem: shown.problem }));
    };
    let stopWaiting: (() => void) | undefined;
    const timer = setTimeout(() => {
      // While nobody sees it nothing is asked for, and it does not keep its payer signed in.
      if (document.visibilityState === 'hidden') stopWaiting = onComingBack(() => void look());
      else void look();
    }, after * 1000);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stopWaiting?.();
    };
  }, [page]);
  return page;
}

export const usdtRecharge: PageView<typeof usdtRechargePage> = {
  Component: UsdtRecharge,
  title: (_page, t) => t('usdt_in_title'),
  refresh(page) {
    const after = renewedAfterS(page);
    return after === null ? null : String(after);
  },
};
