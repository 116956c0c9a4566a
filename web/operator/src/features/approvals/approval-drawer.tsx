import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { EmptyState } from '@purser/ui/states';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton } from 'antd';
import { ownSession } from '../../shared/session.ts';
import type { Approval } from './api.ts';
import styles from './approvals.module.css';
import { State } from './columns.tsx';
import { useT } from './texts.ts';
import type { Decisions } from './use-decisions.tsx';
import { aboutText, factText, factValue, kindText } from './words.ts';

interface ApprovalDrawerProps {
  readonly opened: boolean;
  readonly approval: Approval | undefined;
  /** Whether the list is there: only then is an approval that is not in it missing. */
  readonly known: boolean;
  readonly decisions: Decisions;
  readonly onClose: () => void;
}

/** What is to be decided, beside what it will do; and the decision. */
export function ApprovalDrawer({ opened, approval, known, decisions, onClose }: ApprovalDrawerProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  return (
    <Drawer open={opened} onClose={onClose} title={t('approvals.detailTitle')} size={phone ? '100%' : 560} mask={false} destroyOnHidden>
      {approval ? (
        <Content approval={approval} decisions={decisions} />
      ) : known ? (
        <EmptyState title={t('list.notFoundTitle')} hint={t('list.notFoundHint')} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      )}
    </Drawer>
  );
}

function Content({ approval, decisions }: { readonly approval: Approval; readonly decisions: Decisions }) {
  const t = useT();
  return (
    <Details>
      <DetailsHead>
        <strong>{kindText(approval.kind, t)}</strong>
        <State approval={approval} t={t} />
      </DetailsHead>
      <DetailsPart title={t('approvals.evidence')}>
        <Facts>
          <Fact label={t('approvals.about')}>{aboutText(approval, t)}</Fact>
          {approval.facts.map(({ name, value }) => (
            <Fact key={name} label={factText(name, t)}>
              {factValue(name, value, t)}
            </Fact>
          ))}
          <Fact label={t('approvals.hash')}>
            <span className={styles.hash}>
              <CopyText text={approval.content_hash} what={t('approvals.hash')} shorten />
            </span>
          </Fact>
        </Facts>
      </DetailsPart>
      <Facts>
        <Fact label={t('approvals.reason')}>{approval.reason}</Fact>
        <Fact label={t('approvals.enteredBy')}>{approval.entered_by.name}</Fact>
        <Fact label={t('approvals.enteredAt')}>{formatInstant(approval.create_time)}</Fact>
        {approval.state === 'pending' && <Fact label={t('approvals.expires')}>{formatInstant(approval.expires_at)}</Fact>}
        {approval.decided_by && <Fact label={t('approvals.decidedBy')}>{approval.decided_by.name}</Fact>}
        {approval.decided_time && <Fact label={t('approvals.decidedAt')}>{formatInstant(approval.decided_time)}</Fact>}
        {approval.remark !== '' && <Fact label={t('approvals.remark')}>{approval.remark}</Fact>}
      </Facts>
      {approval.state === 'pending' && <Acts approval={approval} decisions={decisions} />}
    </Details>
  );
}

function Acts({ approval, decisions }: { readonly approval: Approval; readonly decisions: Decisions }) {
  const t = useT();
  const { data: session } = useQuery(ownSession);
  if (approval.entered_by.staff_id === session?.staff_id) {
    return (
      <>
        <p className={styles.note}>{t('approvals.own')}</p>
        <div className={styles.acts}>
          <Button danger onClick={() => decisions.withdraw(approval)}>
            {t('approvals.withdraw')}
          </Button>
        </div>
      </>
    );
  }
  if (!approval.decidable) return <p className={styles.note}>{t('approvals.notYours')}</p>;
  return (
    <div className={styles.acts}>
      <Button type="primary" aria-keyshortcuts="a" onClick={() => decisions.approve(approval)}>
        {t('approvals.approve')}
      </Button>
      <Button danger aria-keyshortcuts="r" onClick={() => decisions.reject(approval)}>
        {t('approvals.reject')}
      </Button>
    </div>
  );
}
