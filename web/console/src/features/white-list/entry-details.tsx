import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { refresh } from '@purser/console-kit/query';
import { loginIpWhiteDelete } from '@purser/contract/features/white-list';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { toast } from '@purser/ui/toast';
import { Button } from 'antd';
import { useState } from 'react';
import { check, type Checked, type Entry } from './api.ts';
import { useT } from './texts.ts';
import styles from './white-list.module.css';
import { May } from '../../shared/may.tsx';

/** One entry, and its end. */
export function EntryDetails({ row: entry }: { readonly row: Entry }) {
  const t = useT();
  const { ip, remark, create_time } = entry;
  const [busy, setBusy] = useState(false);
  const deletion = useConfirmedAct(loginIpWhiteDelete, {
    contentsOf: ({ locks_out }: Checked) => ({ ip, lock_out: locks_out }),
    onDone: () => {
      toast.success(t('whiteList.deleted'));
      refresh(['white_list']);
    },
    onRefused: (outcome) => {
      refresh(['white_list']);
      return outcome === 'not_found' || outcome === 'white_list_locks_out';
    },
  });
  const begin = async (): Promise<void> => {
    setBusy(true);
    const checked = await check({ delete: ip });
    setBusy(false);
    if (checked) deletion.begin(checked);
  };
  const { reviewed } = deletion;
  return (
    <Details>
      <DetailsPart title={t('whiteList.detailTitle')}>
        <Facts>
          <Fact label={t('whiteList.ip')}>
            <CopyText text={ip} what={t('whiteList.ip')} />
          </Fact>
          <Fact label={t('whiteList.remark')}>{remark || '–'}</Fact>
          <Fact label={t('field.createTime')}>{formatInstant(create_time)}</Fact>
        </Facts>
      </DetailsPart>
      <div className={styles.acts}>
        <May permission="access.change">
          <Button danger loading={busy} onClick={() => void begin()}>
            {t('whiteList.delete')}
          </Button>
        </May>
      </div>
      <ConfirmWithCode
        {...deletion.confirmation}
        title={t('whiteList.deleteTitle')}
        facts={[
          { label: t('whiteList.ip'), value: ip, strong: true },
          { label: t('whiteList.remark'), value: remark || '–' },
          { label: t('whiteList.present'), value: reviewed?.login_ip },
        ]}
        warning={
          reviewed?.locks_out
            ? t('whiteList.locksOut', { ip: reviewed.login_ip })
            : t(reviewed?.entries === 1 ? 'whiteList.deleteLast' : 'whiteList.deleteWarning')
        }
        confirmText={t('whiteList.delete')}
        danger
      />
    </Details>
  );
}
