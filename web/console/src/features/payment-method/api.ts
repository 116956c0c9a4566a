import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { checkoutTermsQuery } from '@purser/contract/features/checkout-terms';

export type CheckoutTerms = OutputOf<typeof checkoutTermsQuery>['list'][number];

export const checkoutTerms = callQuery(checkoutTermsQuery, {}, ['coins']);
