import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { logoDetail } from '@purser/contract/features/logo';
import { type paymentLinkAdd, standingCodeList } from '@purser/contract/features/payment-link';
import { SCANNED_QUERY } from '@purser/contract/scanned';

export type PaymentLink = OutputOf<typeof paymentLinkAdd>;
export type StandingCode = OutputOf<typeof standingCodeList>['list'][number];

export const standingCodes = callQuery(standingCodeList, {}, ['coins']);
/** What payers see beside the merchant's name. */
export const ownLogo = callQuery(logoDetail, {}, []);

/** What a link's code says: of the page of its one order that it was opened by its code, as who may log in there asks. */
export function scannedAddress({ link_uses, payment_url }: PaymentLink): string {
  return link_uses === 'one' ? `${payment_url}?${SCANNED_QUERY}` : payment_url;
}
