import { decimalText } from '@purser/contract/amount-text';
import { BANK_COMMISSION_WAITS_DAYS, shownReferralCode } from '@purser/contract/referral';
import type { PageOf } from '@purser/contract/payer-pages';
import type { referralPage } from '@purser/contract/wallet-pages';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { CopyButton } from '../../shared/copy-button.tsx';
import { LocalTime, useLocalTime } from '../../shared/local-time.tsx';
import { Money } from '../../shared/money.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Pager } from '../../shared/pager.tsx';
import { QrCode } from '../../shared/qr-code.tsx';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './referral.module.css';
import facts from './terms.module.css';
import wallet from './wallet.module.css';

type ReferralPage = PageOf<typeof referralPage>;

/** An agent's code, who came by it, and what that has earned. */
function Referral({ page }: { page: ReferralPage }) {
  const { t } = usePage();
  return (
    <Shell>
      <div className={wallet.head}>
        <h1>{t('referral_title')}</h1>
        <p>{t('referral_lead')}</p>
      </div>
      {page.own === null ? <Notice kind="advice">{t('referral_no_agent')}</Notice> : <Code page={page} own={page.own} />}
      <Earned page={page} />
      <Records page={page} />
      <p className={wallet.back}>
        <a className={button.quiet} href="/wallet">
          {t('go_back')}
        </a>
      </p>
    </Shell>
  );
}

function Code({ page: { qr }, own: { code, link } }: { page: ReferralPage; own: NonNullable<ReferralPage['own']> }) {
  const { t } = usePage();
  return (
    <Card>
      <h2 className={wallet.flat}>{t('referral_code')}</h2>
      <div className={styles.code}>
        <code>{shownReferralCode(code)}</code>
        <CopyButton text={code} what={t('referral_code')} />
      </div>
      <h2 className={wallet.flat}>{t('referral_link')}</h2>
      <div className={styles.link}>
        <a className={button.link} href={link}>
          {link}
        </a>
        <CopyButton text={link} what={t('referral_link')} />
      </div>
      {qr && <QrCode qr={qr} label={t('referral_qr')} />}
    </Card>
  );
}

function Earned({ page: { came, coins } }: { page: ReferralPage }) {
  const reader = usePage();
  const { t } = reader;
  return (
    <Card>
      <dl className={facts.facts}>
        <div>
          <dt>{t('referral_came')}</dt>
          <dd>
            <strong>{came}</strong>
          </dd>
        </div>
      </dl>
      {coins.length === 0 && <p className={wallet.empty}>{t('referral_no_share')}</p>}
      {coins.map(({ coin_name, commission_rate, paid, due, is_held }) => (
        <section key={coin_name} className={facts.group} aria-label={coin_name}>
          <h2>{coin_name}</h2>
          <dl className={facts.facts}>
            {commission_rate !== null && (
              <div>
                <dt>{t('referral_share')}</dt>
                <dd>{`${decimalText(commission_rate, reader)}%`}</dd>
              </div>
            )}
            <div>
              <dt>{t('referral_paid')}</dt>
              <dd>
                <Money amount={paid} coin={coin_name} />
              </dd>
            </div>
            <div>
              <dt>{t('referral_due')}</dt>
              <dd>
                <Money amount={due} coin={coin_name} />
              </dd>
            </div>
          </dl>
          {!is_held && <p className={styles.small}>{t('referral_not_held', { coin: coin_name })}</p>}
        </section>
      ))}
      <p className={styles.small}>{t('referral_rules', { days: BANK_COMMISSION_WAITS_DAYS })}</p>
    </Card>
  );
}

function Records({ page: { records, paging } }: { page: ReferralPage }) {
  const { t } = usePage();
  const pages = Math.max(1, Math.ceil(records.total / paging.page_size));
  return (
    <Card>
      <h2 className={wallet.flat} id="records">
        {t('referral_records')}
      </h2>
      {records.list.length === 0 ? (
        <p className={wallet.empty}>{t('referral_no_records')}</p>
      ) : (
        <ul className={wallet.records}>
          {records.list.map((record) => (
            <Commission key={record.serial_number} record={record} />
          ))}
        </ul>
      )}
      <Pager page={paging.page} pages={pages} label={t('referral_records')} address={(to) => `/wallet/referral?page=${to}#records`} />
    </Card>
  );
}

const KINDS = { usdt_recharge: 'usdt_in_record', usdt_withdrawal: 'usdt_out_title', fiat_withdrawal: 'bank_withdraw' } as const;

function Commission({ record }: { record: ReferralPage['records']['list'][number] }) {
  const reader = usePage();
  const { t } = reader;
  const { serial_number, order_kind, masked_nick, coin_name, commission_rate, amount, state, create_time, due_time } = record;
  const from = useLocalTime(due_time);
  return (
    <li>
      <div className={wallet.line}>
        <strong>
          {t(KINDS[order_kind])}
          {state !== 'paid' && <span className={wallet.tag}>{t(`referral_state_${state}`)}</span>}
        </strong>
        <strong>
          <Money amount={amount} coin={coin_name} signed={state === 'paid'} />
        </strong>
      </div>
      <p className={wallet.description}>
        {t('referral_of_fee', {
          rate: `${decimalText(commission_rate, reader)}%`,
          who: masked_nick === '' ? t('referral_closed') : masked_nick,
        })}
      </p>
      <div className={wallet.small}>
        <LocalTime instant={create_time} />
        {state === 'due' && <span>{t('referral_from', { time: from })}</span>}
      </div>
      <div className={wallet.small}>{serial_number}</div>
    </li>
  );
}

export const referral: PageView<typeof referralPage> = { Component: Referral, title: (_page, t) => t('referral_title') };
