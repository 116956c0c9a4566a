import { useQuery } from '@tanstack/react-query';
import { userDetail } from './api.ts';
import { Referral } from './referral.tsx';
import { AuditOf, Balances, Found, Records, ReviewOrders, Sessions } from './parts.tsx';

/** What a wallet user has, did and uses. */
export function UserParts({ userId, nick }: { readonly userId: number; readonly nick: string }) {
  const query = useQuery(userDetail(userId));
  return (
    <Found query={query}>
      {({ balances, records, sessions, referral }) => (
        <>
          <Balances rows={balances} />
          <Records rows={records} />
          <Referral referral={referral} />
          <ReviewOrders ownerId={userId} />
          <Sessions ownerId={userId} name={nick} rows={sessions} />
          <AuditOf ownerId={userId} />
        </>
      )}
    </Found>
  );
}
