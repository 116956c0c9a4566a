import type { OutputOf } from '@purser/contract/call';
import type { approvalList } from '@purser/contract/features/approval';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { PartyHistory } from '../../shared/party-history/party-history.tsx';
import { useOffered } from '../../shared/queue-keys.tsx';
import { ownSession, useAllowed } from '../../shared/session.ts';
import styles from './approvals.module.css';
import { useDecisions } from './deciding.tsx';
import { useT } from './texts.ts';
import { APPROVAL_TONES } from './tones.ts';
import { aboutText, factText, factValue, kindText } from './words.ts';

export type Approval = OutputOf<typeof approvalList>['list'][number];

/** The provider's own owner is no party. */
const PROVIDER = 1;

/** What is to be decided, beside what it will do; and the decision. */
export function ApprovalDetails({ row: approval }: { readonly row: Approval }) {
  const t = useT();
  return (
    <Details>
      <DetailsHead>
        <strong>{kindText(approval.kind, t)}</strong>
        <StatusTag tone={APPROVAL_TONES[approval.state]}>{t(`approvals.state.${approval.state}`)}</StatusTag>
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
      {approval.state === 'pending' && <Acts approval={approval} />}
      {approval.owner_id !== PROVIDER && <PartyHistory ownerId={approval.owner_id} />}
    </Details>
  );
}

/** The keys a and r do the same as the buttons: each approval is decided by itself, as it is bound to what is shown of it. */
function Acts({ approval }: { readonly approval: Approval }) {
  const t = useT();
  const decisions = useDecisions();
  const approve = (): void => decisions.approve(approval);
  const reject = (): void => decisions.reject(approval);
  const mayApprove = !approval.author_lapsed;
  useOffered(approval.decidable ? { ...(mayApprove && { a: approve }), r: reject } : undefined);
  const { data: session } = useQuery(ownSession);
  const isAllowed = useAllowed();
  if (approval.entered_by.staff_id === session?.staff_id) {
    return (
      <>
        <p className={styles.note}>{t('approvals.own')}</p>
        {isAllowed('approval.decide') && (
          <div className={styles.acts}>
            <Button danger onClick={() => decisions.withdraw(approval)}>
              {t('approvals.withdraw')}
            </Button>
          </div>
        )}
      </>
    );
  }
  if (approval.counts_as_one) return <p className={styles.note}>{t('approvals.countsAsOne')}</p>;
  if (!approval.decidable) return <p className={styles.note}>{t('approvals.notYours')}</p>;
  return (
    <>
      {!mayApprove && <p className={styles.note}>{t('approvals.authorLapsed')}</p>}
      <div className={styles.acts}>
        {mayApprove && (
          <Button type="primary" aria-keyshortcuts="a" onClick={approve}>
            {t('approvals.approve')}
          </Button>
        )}
        <Button danger aria-keyshortcuts="r" onClick={reject}>
          {t('approvals.reject')}
        </Button>
      </div>
    </>
  );
}
