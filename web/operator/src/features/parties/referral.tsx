import { shownReferralCode } from '@purser/contract/referral';
import { DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { Link } from '@tanstack/react-router';
import type { UserDetail } from './api.ts';
import styles from './parties.module.css';
import { Lines, Said } from './parts.tsx';
import { useT } from './texts.ts';

interface ReferralProps {
  readonly referral: UserDetail['referral'];
}

/** Who referred a wallet user, whom they referred, and what that has earned them. */
export function Referral({ referral: { code, agent, came, users, commissions } }: ReferralProps) {
  const t = useT();
  return (
    <>
      <DetailsPart title={t('party.referral')}>
        <Facts>
          <Fact label={t('party.referredBy')}>{agent ? <UserLink {...agent} /> : '–'}</Fact>
          <Fact label={t('party.referralCode')}>{code === null ? '–' : shownReferralCode(code)}</Fact>
          <Fact label={t('party.referralCame')}>{came}</Fact>
        </Facts>
      </DetailsPart>
      {came > 0 && (
        <Lines title={t('party.referred')} rows={users} keyOf={({ user_id }) => String(user_id)}>
          {({ user_id, nick, create_time }) => (
            <Said beside={formatInstant(create_time)}>
              <UserLink user_id={user_id} nick={nick} />
            </Said>
          )}
        </Lines>
      )}
      {commissions.length > 0 && (
        <Lines title={t('party.commissions')} rows={commissions} keyOf={({ coin_name }) => coin_name}>
          {({ coin_name, paid, due }) => (
            <>
              <Said beside={t('party.commissionDue', { amount: `${due} ${coin_name}` })}>{coin_name}</Said>
              <Money amount={paid} coin={coin_name} />
            </>
          )}
        </Lines>
      )}
    </>
  );
}

function UserLink({ user_id, nick }: { readonly user_id: number; readonly nick: string }) {
  return (
    <Link className={styles.all ?? ''} to="/wallet-users" search={{ user_id, open: String(user_id) } as never}>
      {nick ? `${nick} · ${user_id}` : user_id}
    </Link>
  );
}
