import { sent } from './call.ts';
import * as account from './features/account.ts';
import * as auth from './features/auth.ts';
import * as config from './features/config.ts';
import * as dashboard from './features/dashboard.ts';
import * as events from './features/events.ts';
import * as order from './features/order.ts';
import * as submission from './features/submission.ts';
import * as userWithdrawal from './features/user-withdrawal.ts';

/*
 * What the merchant console's login page and its first page take of the contract. They check no schema, and a library for schemas is
 * large: the console's build evaluates this module and puts its values in its place.
 */

export const getPubKey = sent(auth.getPubKey);
export const getGoogleSecret = sent(auth.getGoogleSecret);
export const login = sent(auth.login);
export const logout = sent(auth.logout);
export const checkUpdateMch = sent(auth.checkUpdateMch);
export const userConfigGet = sent(config.userConfigGet);

export const accountDetail = sent(account.accountDetail);
export const accountSetup = sent(account.accountSetup);
export const merchantSignInFailuresSeen = sent(account.merchantSignInFailuresSeen);
export const merchantEvents = sent(events.merchantEvents);
export const merchantEventList = sent(events.merchantEventList);
export const merchantEventsSeen = sent(events.merchantEventsSeen);
export const { RECHARGE_WAYS, SETUP_STEPS } = account;
export const { MERCHANT_TOPICS } = events;

export const dashboardStats = sent(dashboard.dashboardStats);
export const dashboardRange = sent(dashboard.dashboardRange);
export const dashboardMarkets = sent(dashboard.dashboardMarkets);
export const { DASHBOARD_COMPARISONS, DASHBOARD_PERIODS, MOST_DASHBOARD_DAYS } = dashboard;
export const orderQuery = sent(order.orderQuery);
export const submissionQuery = sent(submission.submissionQuery);
export const userWithdrawalQuery = sent(userWithdrawal.userWithdrawalQuery);
