import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SERIAL_PREFIXES } from '@purser/contract/serial';
import { PATHS } from './paths.ts';

/** The page of an order or a transfer, by its serial number; undefined for what has no page of its own. */
export function recordPath(serialNumber: string): string | undefined {
  const path = serialNumber.startsWith(SERIAL_PREFIXES.payment)
    ? PATHS.order
    : serialNumber.startsWith(SERIAL_PREFIXES.transfer)
      ? PATHS.transferReceipt
      : undefined;
  return path?.replace('$serialNumber', encodeURIComponent(serialNumber));
}

interface RecordLinkProps {
  readonly serialNumber: string;
  /** The serial number itself unless given. */
  readonly children?: ReactNode;
}

/** Leads to the order or transfer with this serial number; plain text where there is no page to lead to. */
export function RecordLink({ serialNumber, children = serialNumber }: RecordLinkProps) {
  const path = recordPath(serialNumber);
  return path === undefined ? children : <Link to={path}>{children}</Link>;
}
