import { plainRate } from '@purser/contract/exchange';
import { CopyText } from '@purser/ui/copy-text';
import { groupDigits } from '@purser/ui/money-text';
import { QrCode } from '@purser/ui/qr-code';
import type { ReactNode } from 'react';
import { useT } from './texts.ts';
import styles from './usdt-recharge.module.css';

interface SendToProps {
  readonly network: { readonly network: string; readonly address: string };
  /** The least USDT. */
  readonly minimum: string;
  /** Instead of the usual words above the address. */
  readonly lead?: ReactNode;
}

/** The address to send to, whole, with its code: the bare address, as every wallet reads it. */
export function SendTo({ network: { network, address }, minimum, lead }: SendToProps) {
  const t = useT();
  return (
    <div className={styles.send}>
      <p>{lead ?? t('recharge.sendLead', { network, minimum: groupDigits(plainRate(minimum)) })}</p>
      <div className={styles.qr}>
        <QrCode text={address} size={220} margin={16} label={t('recharge.addressQr')} />
      </div>
      <p className={styles.address}>
        <CopyText text={address} what={t('recharge.address')} />
      </p>
      <p className={styles.warning}>{t('recharge.sendWarning', { network })}</p>
    </div>
  );
}
