import type { OutputOf } from '@purser/contract/call';
import type { staffIdentityQuery } from '@purser/contract/features/identity';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag } from '@purser/ui/status-tag';
import { PartyHistory } from '../../shared/party-history/party-history.tsx';
import { useAllowed } from '../../shared/session.ts';
import { Decide } from './decide.tsx';
import { HandedIn, useHandedIn } from './handed-in.tsx';
import styles from './identity.module.css';
import { useT } from './texts.ts';
import { IDENTITY_TONES } from './tones.ts';

export type Submission = OutputOf<typeof staffIdentityQuery>['list'][number];

/** One submission: whose it is, what it says once somebody asks for it, and what staff decide on it. */
export function IdentityDetails({ row: submission }: { readonly row: Submission }) {
  const t = useT();
  const mayDecide = useAllowed()('identity.decide');
  const handedIn = useHandedIn(submission);
  const { owner_id, owner_name, party, kind, status, reason, create_time, decide_time, decided_by } = submission;
  return (
    <Details>
      <DetailsHead>
        <strong>{owner_name}</strong>
        <StatusTag tone={IDENTITY_TONES[status]}>{t(`identity.state.${status}`)}</StatusTag>
      </DetailsHead>
      {reason !== '' && <p className={styles.reason}>{reason}</p>}
      <DetailsPart title={t('identity.one')}>
        <Facts>
          <Fact label={t('identity.party')}>{t(`identity.party.${party}`)}</Fact>
          <Fact label={t('identity.ownerId')}>{owner_id}</Fact>
          <Fact label={t('identity.kind')}>{t(`identity.kind.${kind}`)}</Fact>
          <Fact label={t('identity.submitTime')}>{formatInstant(create_time)}</Fact>
          {decided_by !== null && <Fact label={t('identity.decidedBy')}>{decided_by.name}</Fact>}
          {decide_time !== null && <Fact label={t('identity.decideTime')}>{formatInstant(decide_time)}</Fact>}
        </Facts>
      </DetailsPart>
      <HandedIn {...handedIn} />
      {mayDecide && <Decide submission={submission} isShown={handedIn.detail !== undefined} show={handedIn.show} />}
      <PartyHistory ownerId={owner_id} />
    </Details>
  );
}
