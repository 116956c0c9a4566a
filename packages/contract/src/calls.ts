import type { Call } from './call.ts';
import * as accessKey from './features/access-key.ts';
import * as account from './features/account.ts';
import * as asset from './features/asset.ts';
import * as auth from './features/auth.ts';
import * as checkout from './features/checkout.ts';
import * as coin from './features/coin.ts';
import * as config from './features/config.ts';
import * as dashboard from './features/dashboard.ts';
import * as events from './features/events.ts';
import * as fundFlow from './features/fund-flow.ts';
import * as openOrder from './features/open-order.ts';
import * as order from './features/order.ts';
import * as transfer from './features/transfer.ts';
import * as wallet from './features/wallet.ts';
import * as webhook from './features/webhook.ts';

/** The call table: every call of every feature, in the order the documentation lists them. */
export const CALLS: readonly Call[] = [
  auth,
  account,
  config,
  coin,
  asset,
  transfer,
  fundFlow,
  order,
  dashboard,
  accessKey,
  webhook,
  events,
  openOrder,
  checkout,
  wallet,
].flatMap((feature) => Object.values(feature as Record<string, unknown>).filter(isCall));

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'caller' in value && 'input' in value;
}
