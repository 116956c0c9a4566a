import { ownSession } from '../../shared/session.ts';
import { Absent } from '@purser/console-kit/absent';
import { Details, DetailsHead } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Drawer } from '@purser/ui/drawer';
import type { Member } from './api.ts';
import { memberColumns } from './columns.tsx';
import type { Link } from './link-dialog.tsx';
import { MemberActs } from './member-acts.tsx';
import { MemberSessions } from './member-sessions.tsx';
import { useT } from './texts.ts';

interface MemberDrawerProps {
  /** Whose number; undefined keeps the drawer closed. */
  readonly opened: string | undefined;
  /** Everybody. */
  readonly query: UseQueryResult<{ readonly list: readonly Member[] }>;
  readonly manages: boolean;
  readonly onLink: (link: Link) => void;
  readonly onClose: () => void;
}

/** One member whole, and what an admin can do about them. */
export function MemberDrawer({ opened, query, manages, onLink, onClose }: MemberDrawerProps) {
  const t = useT();
  const member = query.data?.list.find((row) => String(row.staff_id) === opened);
  const phone = useMedia(PHONE);
  const { data: session } = useQuery(ownSession);
  const columns = memberColumns(t, session?.staff_id);
  return (
    <Drawer open={opened !== undefined} onClose={onClose} title={t('staff.detailTitle')} size={phone ? '100%' : 520} destroyOnHidden>
      {member ? (
        <Details>
          <DetailsHead>
            <strong>{member.name}</strong>
            {columns.find(({ key }) => key === 'status')?.render(member)}
          </DetailsHead>
          <Facts>
            {columns.map((column) => (
              <Fact key={column.key} label={column.title}>
                {column.render(member)}
              </Fact>
            ))}
          </Facts>
          {manages && (
            <MemberSessions key={`sessions of ${member.staff_id}`} member={member} isSelf={member.staff_id === session?.staff_id} />
          )}
          {manages && (
            <MemberActs
              key={member.staff_id}
              member={member}
              isSelf={member.staff_id === session?.staff_id}
              mayConfirm={session !== undefined && isUnconfirmedTo(session.staff_id, member)}
              onLink={onLink}
            />
          )}
        </Details>
      ) : (
        <Absent query={query} />
      )}
    </Drawer>
  );
}

function isUnconfirmedTo(own: number, { staff_id, unconfirmed }: Member): boolean {
  return unconfirmed.length > 0 && own !== staff_id && !unconfirmed.includes(own);
}
