import { SERIAL_PREFIXES } from '@purser/contract/serial';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from './i18n.tsx';
import { PATHS } from './paths.ts';
import styles from './record-link.module.css';

/** Where a record is shown: a path, and what the address says behind it. */
export interface RecordPlace {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

const onPage = (path: string) => (serialNumber: string) => ({
  to: path.replace('$serialNumber', encodeURIComponent(serialNumber)),
  search: {},
});
const inList = (path: string) => (serialNumber: string) => ({ to: path, search: { open: serialNumber } });

/** Where the records are whose serial numbers begin so: on a page of their own, or open in their list. */
const PLACES: Readonly<Record<string, (serialNumber: string) => RecordPlace>> = {
  [SERIAL_PREFIXES.payment]: onPage(PATHS.order),
  [SERIAL_PREFIXES.refund]: inList(PATHS.refunds),
  [SERIAL_PREFIXES.transfer]: onPage(PATHS.transferReceipt),
  [SERIAL_PREFIXES.user_adjustment]: inList(PATHS.adjustments),
  [SERIAL_PREFIXES.user_withdrawal]: inList(PATHS.userWithdrawals),
  [SERIAL_PREFIXES.usdt_withdrawal]: inList(PATHS.usdtWithdrawals),
  [SERIAL_PREFIXES.usdt_recharge]: inList(PATHS.usdtRecharge),
  [SERIAL_PREFIXES.fiat_withdrawal]: inList(PATHS.fiatWithdrawal),
  [SERIAL_PREFIXES.payment_link]: inList(PATHS.receive),
};

/** Where a record is shown, by its serial number; undefined for what is shown nowhere by itself. */
export function recordPlace(serialNumber: string): RecordPlace | undefined {
  return PLACES[serialNumber.slice(0, 2)]?.(serialNumber);
}

interface RecordLinkProps {
  readonly serialNumber: string;
  /** The serial number itself unless given. */
  readonly children?: ReactNode;
}

/** Leads to the record with this serial number; plain text where there is no place to lead to. */
export function RecordLink({ serialNumber, children = serialNumber }: RecordLinkProps) {
  const place = recordPlace(serialNumber);
  return place === undefined ? (
    children
  ) : (
    <Link to={place.to} search={place.search as never}>
      {children}
    </Link>
  );
}

/** What is opened, where it is not called an order. */
const OPENS: Readonly<Record<string, 'record.openReceipt' | 'transactionType.refund'>> = {
  [SERIAL_PREFIXES.transfer]: 'record.openReceipt',
  [SERIAL_PREFIXES.refund]: 'transactionType.refund',
};

/** A list's row about a record that is shown elsewhere leads there. */
export function ToRecord({ row }: { readonly row: { readonly serial_number?: unknown } }) {
  const t = useT();
  const { pathname } = useLocation();
  if (typeof row.serial_number !== 'string') return null;
  const place = recordPlace(row.serial_number);
  if (place === undefined || place.to === pathname) return null;
  return (
    <p className={styles.toRecord}>
      <RecordLink serialNumber={row.serial_number}>{t(OPENS[row.serial_number.slice(0, 2)] ?? 'record.openOrder')} →</RecordLink>
    </p>
  );
}
