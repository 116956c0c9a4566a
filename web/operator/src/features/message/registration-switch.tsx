import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { registrationSet } from '@purser/contract/features/wallet-access';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { StatusTag } from '@purser/ui/status-tag';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useAllowed } from '../../shared/session.ts';
import { readSendersAgain, registration } from './api.ts';
import styles from './message.module.css';
import { useT } from './texts.ts';

/** Whether people may open a wallet by themselves. */
export function RegistrationSwitch() {
  const t = useT();
  const isAllowed = useAllowed();
  const { data } = useQuery(registration);
  const act = useConfirmedAct(registrationSet, {
    contentsOf: (is_open: boolean) => ({ is_open }),
    onDone: () => {
      readSendersAgain();
      toast.success(t('senders.saved'));
    },
  });
  if (!data) return null;
  const opens = act.reviewed ?? !data.is_open;
  const title = t(opens ? 'registration.open' : 'registration.close');
  return (
    <section className={styles.sender} aria-label={t('registration.title')}>
      <div className={styles.senderHead}>
        <h2>{t('registration.title')}</h2>
        <StatusTag tone={data.is_open ? 'success' : 'neutral'}>
          {t(data.is_open ? 'registration.isOpen' : 'registration.isClosed')}
        </StatusTag>
      </div>
      <p>{t('registration.hint')}</p>
      {isAllowed('system.change') && (
        <div className={styles.acts}>
          <Button onClick={() => act.begin(!data.is_open)}>{t(data.is_open ? 'registration.close' : 'registration.open')}</Button>
        </div>
      )}
      <ConfirmWithCode
        {...act.confirmation}
        title={title}
        facts={[{ label: t('registration.title'), value: t(opens ? 'registration.isOpen' : 'registration.isClosed'), strong: true }]}
        warning={t(opens ? 'registration.openWarning' : 'registration.closeWarning')}
        confirmText={title}
        danger={!opens}
      />
    </section>
  );
}
