import { CopyText } from '@purser/ui/copy-text';
import { formatInstant } from '@purser/ui/instant-text';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { Drawer } from '@purser/ui/drawer';
import { useState } from 'react';
import { AddressState } from './address-state.tsx';
import { addressBook, type BookEntry } from './api.ts';
import { ChangeAddress } from './change-address.tsx';
import { useT } from './texts.ts';
import styles from './usdt-withdrawal.module.css';
import { May } from '../../shared/may.tsx';

/** The address book: one address for each network, whole, with what it was before. */
export function BookDrawer({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useT();
  const phone = useMedia(PHONE);
  const query = useQuery({ ...addressBook, enabled: open });
  const entries = query.data?.list;
  return (
    <Drawer open={open} onClose={onClose} title={t('usdtOut.book')} size={phone ? '100%' : 520} destroyOnHidden>
      <p className={styles.hint}>{t('usdtOut.bookHint')}</p>
      {!entries && query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />}
      {!entries && !query.isError && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {entries?.length === 0 && <EmptyState title={t('usdtOut.noNetworks')} hint={t('usdtOut.noNetworksHint')} />}
      {entries?.map((entry) => (
        <Entry key={entry.network} entry={entry} />
      ))}
    </Drawer>
  );
}

function Entry({ entry }: { readonly entry: BookEntry }) {
  const t = useT();
  const [changing, setChanging] = useState(false);
  const { network, address, earlier } = entry;
  return (
    <section className={styles.destination}>
      <span className={styles.destinationHead}>
        <h2 className={styles.network}>{network}</h2>
        <AddressState entry={entry} />
      </span>
      {address !== null && (
        <span className={styles.address}>
          <CopyText text={address} what={t('usdtOut.address')} />
        </span>
      )}
      {earlier.length > 0 && (
        <details>
          <summary className={styles.summary}>{t('usdtOut.earlier')}</summary>
          <ul className={styles.earlier}>
            {earlier.map((one) => (
              <li key={one.create_time}>
                <code className={styles.address}>{one.address}</code>
                <span className={styles.hint}>{formatInstant(one.create_time)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <May permission="payee.change">
        <Button onClick={() => setChanging(true)}>{t(address === null ? 'usdtOut.addAddress' : 'usdtOut.changeAddress')}</Button>
      </May>
      <ChangeAddress entry={entry} open={changing} onClose={() => setChanging(false)} />
    </section>
  );
}
