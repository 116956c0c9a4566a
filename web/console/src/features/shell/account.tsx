import { lazyPart } from '@purser/ui/lazy-part';
import { useOnePerson } from '@purser/console-kit/one-person';
import { LogOutButton, Who } from '@purser/console-kit/who';
import { FIRST_MEMBER } from '@purser/contract/member';
import { formatInstant } from '@purser/ui/instant-text';
import { useQuery } from '@tanstack/react-query';
import { loadWithTexts } from '@purser/console-kit/page-texts';
import { Suspense, useEffect } from 'react';
import { ownAccount } from '../../shared/account.ts';
import { useT } from '../../shared/i18n.tsx';
import { store } from '../../shared/storage.ts';
import { useLogOut } from './log-out.ts';
import { texts } from './texts.ts';

const ContentPages = lazyPart(() => loadWithTexts(() => import('./content-pages.tsx'), texts));

/** The merchant that is signed in, and the way out. */
export function Account() {
  const t = useT();
  const logOut = useLogOut();
  const { data: account } = useQuery(ownAccount);
  useEffect(() => {
    if (account) store('userInfo', JSON.stringify(account));
  }, [account]);
  // Of a team it is the member; before there is one, whoever will be its first.
  useOnePerson('purser.who', account && `${account.merchant_id} ${account.own?.member?.member_id ?? FIRST_MEMBER}`);
  return (
    <Who name={account?.name}>
      {account && (
        <dl>
          <dt>{t('shell.merchantId')}</dt>
          <dd>{account.merchant_id}</dd>
          <dt>{t('shell.account')}</dt>
          <dd>{account.own?.username}</dd>
          <dt>{t('shell.lastLogin')}</dt>
          <dd>
            {formatInstant(account.own?.login_time)}
            <br />
            {account.own?.login_ip}
          </dd>
        </dl>
      )}
      <Suspense>
        <ContentPages />
      </Suspense>
      <LogOutButton onLogOut={logOut} />
    </Who>
  );
}
