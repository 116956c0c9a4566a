import { Absent } from '@purser/console-kit/absent';
import { Details, DetailsHead } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { PHONE, useMedia } from '@purser/ui/use-media';
import type { UseQueryResult } from '@tanstack/react-query';
import { Drawer } from '@purser/ui/drawer';
import { May } from '../../shared/may.tsx';
import type { Member } from './api.ts';
import { memberColumns } from './columns.tsx';
import type { Link } from './link-dialog.tsx';
import { MemberActs } from './member-acts.tsx';
import styles from './team.module.css';
import { useT } from './texts.ts';

interface MemberDrawerProps {
  /** Whose number; undefined keeps the drawer closed. */
  readonly opened: string | undefined;
  /** Everybody. */
  readonly query: UseQueryResult<{ readonly list: readonly Member[] }>;
  readonly onLink: (link: Link) => void;
  readonly onClose: () => void;
}

/** One member whole, what their role allows, and what an owner can do about them. */
export function MemberDrawer({ opened, query, onLink, onClose }: MemberDrawerProps) {
  const t = useT();
  const member = query.data?.list.find((row) => String(row.member_id) === opened);
  const phone = useMedia(PHONE);
  const columns = memberColumns(t);
  return (
    <Drawer open={opened !== undefined} onClose={onClose} title={t('team.detailTitle')} size={phone ? '100%' : 520} destroyOnHidden>
      {member ? (
        <Details>
          <DetailsHead>
            <strong>{member.name}</strong>
            {columns.find(({ key }) => key === 'status')?.render(member)}
          </DetailsHead>
          <p className={styles.hint}>{t(`team.roleHint.${member.role}`)}</p>
          <Facts>
            {columns.map((column) => (
              <Fact key={column.key} label={column.title}>
                {column.render(member)}
              </Fact>
            ))}
            {member.mail !== null && <Fact label={t('team.mail')}>{member.mail}</Fact>}
          </Facts>
          <May permission="team.manage">
            <MemberActs key={member.member_id} member={member} onLink={onLink} onGone={onClose} />
          </May>
        </Details>
      ) : (
        <Absent query={query} />
      )}
    </Drawer>
  );
}
