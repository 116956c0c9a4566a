import { keysOf } from '@purser/console-kit/act-key';
import { client } from '@purser/console-kit/client';
import { refresh } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { merchantSessionEnd } from '@purser/contract/features/account-security';
import type { loginLogList } from '@purser/contract/features/login-record';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag } from '@purser/ui/status-tag';
import { toast } from '@purser/ui/toast';
import { Button } from 'antd';
import { useState } from 'react';
import { useT } from './texts.ts';
import { OUTCOME_TONES } from './tones.ts';

type Record = OutputOf<typeof loginLogList>['list'][number];

/** Refusals after the right password. */
const KNEW_PASSWORD: ReadonlySet<Record['outcome']> = new Set(['no_code', 'wrong_code', 'code_used', 'ip_refused', 'suspended']);

/** One login, and what to do if it was somebody else. */
export function LoginDetails({ row }: { readonly row: Record }) {
  const t = useT();
  const { ip, outcome, way, device, user_agent, attempts, create_time, last_time } = row;
  return (
    <Details>
      <DetailsHead>
        <strong>{ip ?? t('loginRecord.manyAddresses')}</strong>
        <StatusTag tone={OUTCOME_TONES[outcome]}>{t(`loginRecord.outcome.${outcome}`)}</StatusTag>
      </DetailsHead>
      <DetailsPart title={t('loginRecord.detailTitle')}>
        <Facts>
          <Fact label={t('loginRecord.time')}>{formatInstant(create_time)}</Fact>
          {attempts > 1 && <Fact label={t('loginRecord.lastTime')}>{formatInstant(last_time)}</Fact>}
          <Fact label={t('loginRecord.attempts')}>{attempts}</Fact>
          {ip !== null && (
            <Fact label={t('loginRecord.ip')}>
              <CopyText text={ip} what={t('loginRecord.ip')} />
            </Fact>
          )}
          {way !== null && <Fact label={t('loginRecord.way')}>{t(`loginRecord.way.${way}`)}</Fact>}
          <Fact label={t('loginRecord.device')}>{device || '–'}</Fact>
          <Fact label={t('loginRecord.userAgent')}>{user_agent || '–'}</Fact>
          {outcome === 'logged_in' && (
            <Fact label={t('loginRecord.session')}>{t(row.is_open ? 'loginRecord.open' : 'loginRecord.over')}</Fact>
          )}
        </Facts>
      </DetailsPart>
      <DetailsPart title={t('loginRecord.wasItYou')}>
        {outcome === 'logged_in' ? (
          <>
            <p>{t('loginRecord.notMeHint')}</p>
            {row.is_open && <EndSession record={row} />}
          </>
        ) : (
          <p>
            {t(ip === null ? 'loginRecord.manyHint' : KNEW_PASSWORD.has(outcome) ? 'loginRecord.passwordKnown' : 'loginRecord.failedHint')}
          </p>
        )}
      </DetailsPart>
    </Details>
  );
}

function EndSession({ record: { record_id } }: { readonly record: Record }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const end = async (): Promise<void> => {
    setBusy(true);
    await keysOf(merchantSessionEnd)
      .attempt(record_id, (idempotencyKey) => client.request(merchantSessionEnd, { session_id: record_id }, { idempotencyKey }))
      .then(() => toast.success(t('loginRecord.ended')))
      // The user has been told; the list shows how things are.
      .catch(() => undefined);
    setBusy(false);
    refresh(['login_records']);
  };
  return (
    <Button danger loading={busy} onClick={() => void end()}>
      {t('loginRecord.endSession')}
    </Button>
  );
}
