import { LogOutButton } from '@purser/console-kit/who';
import { formatInstant } from '@purser/ui/instant-text';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Modal } from '@purser/ui/modal';
import { useState } from 'react';
import { acceptAgreements, pendingAgreements, standingAddress } from './content-api.ts';
import styles from './content.module.css';
import { useLogOut } from './log-out.ts';
import { useI18n } from './texts.ts';

/** Asks the merchant to accept the agreements in force. There is no "later": whoever does not accept can log out. */
export default function Agreements() {
  const { t, language } = useI18n();
  const logOut = useLogOut();
  const { data, error, isError, isFetching, refetch } = useQuery(pendingAgreements);
  const [busy, setBusy] = useState(false);
  const accept = async (): Promise<void> => {
    setBusy(true);
    try {
      await acceptAgreements(data?.list ?? []);
    } catch {
      // The refusal is told by a toast, and what is to be accepted now is shown.
    } finally {
      setBusy(false);
    }
  };
  const isUpdate = data?.list.some(({ is_update }) => is_update) ?? false;
  return (
    <Modal
      open={data ? data.list.length > 0 : isError}
      title={t(isUpdate ? 'agreements.updateTitle' : 'agreements.title')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
      destroyOnHidden
    >
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {data && (
        <>
          <p>{t(isUpdate ? 'agreements.updateLead' : 'agreements.lead')}</p>
          <ul className={styles.agreements}>
            {data.list.map(({ kind, version, title, published_at }) => (
              <li key={kind}>
                <a href={standingAddress(kind, language)} target="_blank" rel="noreferrer">
                  {title}
                </a>
                <span>{t('agreements.version', { version, time: formatInstant(published_at) })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={styles.acts}>
        {data && (
          <Button type="primary" block loading={busy} onClick={() => void accept()}>
            {t('agreements.accept')}
          </Button>
        )}
        <LogOutButton onLogOut={logOut} />
      </div>
    </Modal>
  );
}
