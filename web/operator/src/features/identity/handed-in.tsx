import { client } from '@purser/console-kit/client';
import type { OutputOf } from '@purser/contract/call';
import { staffIdentityDetail } from '@purser/contract/features/identity';
import { DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Button } from 'antd';
import { useState } from 'react';
import type { Submission } from './identity-details.tsx';
import styles from './identity.module.css';
import { Photograph } from './photograph.tsx';
import { useT } from './texts.ts';

type Detail = OutputOf<typeof staffIdentityDetail>;

/** What was handed in, once somebody asks for it: that they did is noted. */
export function useHandedIn({ owner_id, submission_id }: Submission) {
  const [detail, setDetail] = useState<Detail>();
  const [busy, setBusy] = useState(false);
  const show = async (): Promise<void> => {
    if (busy || detail) return;
    setBusy(true);
    await client
      .request(staffIdentityDetail, { owner_id, submission_id })
      .then(setDetail)
      // The client has told why.
      .catch(() => undefined);
    setBusy(false);
  };
  return { detail, busy, show: () => void show() };
}

export function HandedIn({ detail, busy, show }: ReturnType<typeof useHandedIn>) {
  const t = useT();
  if (detail) return <Shown detail={detail} />;
  return (
    <div className={styles.acts}>
      <Button loading={busy} aria-keyshortcuts="s" onClick={show}>
        {t('identity.show')}
      </Button>
      <span className={styles.hint}>{t('identity.showHint')}</span>
    </div>
  );
}

function Shown({ detail: { content, erase_time, same_document, others } }: { readonly detail: Detail }) {
  const t = useT();
  return (
    <DetailsPart title={t('identity.handedIn')}>
      {same_document.length > 0 && (
        <p className={styles.reason}>
          {t('identity.sameDocument')}{' '}
          {same_document.map((row) => `${row.owner_name} (${row.owner_id}), ${t(`identity.state.${row.status}`)}`).join('; ')}
        </p>
      )}
      {content === null ? <p className={styles.hint}>{t('identity.erased')}</p> : <Content content={content} />}
      <Facts>
        {erase_time !== null && <Fact label={t('identity.eraseTime')}>{formatInstant(erase_time)}</Fact>}
        {others.length > 0 && (
          <Fact label={t('identity.others')}>
            {others.map((row) => `${formatInstant(row.create_time)}: ${t(`identity.state.${row.status}`)}`).join('; ')}
          </Fact>
        )}
      </Facts>
    </DetailsPart>
  );
}

function Content({ content }: { readonly content: NonNullable<Detail['content']> }) {
  const t = useT();
  return (
    <>
      <Facts>
        {content.company_name !== '' && (
          <>
            <Fact label={t('identity.companyName')}>{content.company_name}</Fact>
            <Fact label={t('identity.registrationNumber')}>{content.registration_number}</Fact>
            <Fact label={t('identity.companyAddress')}>{content.company_address}</Fact>
          </>
        )}
        <Fact label={t('identity.surname')}>{content.surname}</Fact>
        <Fact label={t('identity.middleName')}>{content.middle_name || '–'}</Fact>
        <Fact label={t('identity.name')}>{content.name}</Fact>
        <Fact label={t(`identity.idType.${content.id_type}`)}>{content.id_number}</Fact>
      </Facts>
      <div className={styles.photographs}>
        {content.documents.map(({ document, file_id }) => (
          <Photograph key={file_id} fileId={file_id} name={t(`identity.document.${document}`)} />
        ))}
      </div>
    </>
  );
}
