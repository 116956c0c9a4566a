import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { logoDetail } from '@purser/contract/features/logo';
import { type paymentLinkAdd, standingCodeList } from '@purser/contract/features/payment-link';

export type PaymentLink = OutputOf<typeof paymentLinkAdd>;
export type StandingCode = OutputOf<typeof standingCodeList>['list'][number];

export const standingCodes = callQuery(standingCodeList, {}, ['coins']);
/** What payers see beside the merchant's name. */
export const ownLogo = callQuery(logoDetail, {}, []);
