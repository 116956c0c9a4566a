import { sent } from './call.ts';
import * as deposits from './features/chain-deposit.ts';
import * as overview from './features/overview.ts';
import * as queue from './features/queue.ts';
import * as staff from './features/staff.ts';
import * as auth from './features/staff-auth.ts';
import * as passkey from './features/staff-passkey.ts';

/* The same for the operator console: see first-pages.ts. */

export const staffGetPubKey = sent(auth.staffGetPubKey);
export const staffLogin = sent(auth.staffLogin);
export const staffPasskeyRequest = sent(auth.staffPasskeyRequest);
export const staffPasskeyConfirmation = sent(passkey.staffPasskeyConfirmation);
export const staffSession = sent(staff.staffSession);
export const staffSignInFailuresSeen = sent(staff.staffSignInFailuresSeen);
export const staffLogout = sent(staff.staffLogout);
export const queueQuery = sent(queue.queueQuery);
export const chainDepositQuery = sent(deposits.chainDepositQuery);
export const overviewQuery = sent(overview.overviewQuery);
export const overviewHealth = sent(overview.overviewHealth);
