import type { Call, OutputOf, ParsedInputOf } from '@purser/contract/call';
import * as returned from '@purser/contract/features/chain-return';
import { chainSweepDetail, chainSweepExport } from '@purser/contract/features/chain-sweep';
import * as calls from '@purser/contract/features/payout';
import type { UsdtWithdrawalState } from '@purser/contract/review';
import type { ReviewOrder } from '../../domain/review-order.ts';
import { staffMover } from '../../domain/staff-name.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { type Route, type StaffContext, staffRoute } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { blockAddress, blockedAddresses, blockedAddressesFile, unblockAddress } from './blocked-addresses.ts';
import { enterEnd } from './end.ts';
import { payouts, payoutsFile } from './list.ts';
import { actOf, type Payout, payoutsOf } from './payouts.ts';
import { ChainReturns } from './returns.ts';
import { sweepDetail, sweeps, sweepsFile } from './sweep-list.ts';

type Decision = typeof calls.payoutSettle | typeof calls.payoutFail | typeof calls.payoutRetry | typeof calls.payoutRefund;

/** Paying withdrawals out by hand, sending back what is held, what is swept, and the block list. */
export function payoutRoutes(platform: Platform): Route[] {
  const by = payoutsOf(platform);
  const returns = new ChainReturns(platform);
  return [
    listRoute(platform, payouts),
    exportRoute(platform, calls.payoutExport, payouts, payoutsFile),
    decision(platform, calls.payoutSettle, (tx, payout, { txid }) => by.settle(tx, { ...payout, txid })),
    decision(platform, calls.payoutFail, (tx, payout, { reason }) => by.fail(tx, { ...payout, reason })),
    decision(platform, calls.payoutRetry, (tx, payout) => by.retry(tx, payout)),
    decision(platform, calls.payoutRefund, (tx, payout, { reason }) => by.refund(tx, { ...payout, reason })),
    staffRoute(calls.payoutEnd, (input, context) => enterEnd(platform, input, context)),
    staffRoute(returned.chainReturnDetail, (input) => returns.detail(input)),
    staffRoute(returned.chainReturnAdd, (input, context) => returns.add(input, context)),
    staffRoute(returned.chainReturnCallOff, (input, context) => returns.callOff(input, context)),
    listRoute(platform, sweeps),
    exportRoute(platform, chainSweepExport, sweeps, sweepsFile),
    staffRoute(chainSweepDetail, (input) => sweepDetail(platform, input)),
    listRoute(platform, blockedAddresses),
    exportRoute(platform, calls.blockedAddressExport, blockedAddresses, blockedAddressesFile),
    staffRoute(calls.blockedAddressAdd, (input, context) => blockAddress(platform, input, context)),
    staffRoute(calls.blockedAddressRemove, (input, context) => unblockAddress(platform, input, context)),
  ];
}

/** A step that staff take with one order: confirmed, in the owner's audit log, in a transaction that sees the provider's accounts too. */
function decision<C extends Decision>(
  platform: Platform,
  call: C,
  step: (tx: Tx, payout: Payout, input: ParsedInputOf<C>) => Promise<ReviewOrder>,
): Route {
  const act = (input: ParsedInputOf<Decision>, context: StaffContext) => {
    const { merchant_id: ownerId, order_no: serialNumber } = input;
    const said = { ...('txid' in input && { txid: input.txid }), ...('reason' in input && { reason: input.reason }) };
    return confirmedWrite<OutputOf<Decision>>(platform, input, context, {
      whose: ownerId,
      acrossOwners: true,
      act: async (tx) => {
        const by = await staffMover(tx, context.staffId);
        const order = await step(tx, { ownerId, serialNumber, by }, input as ParsedInputOf<C>);
        return { order_no: order.serial_number, status: order.status as UsdtWithdrawalState };
      },
      audit: ({ status }) => ({ action: actOf(status), details: { order_no: serialNumber, ...said } }),
    });
  };
  return staffRoute(call as Call as Decision, act as never);
}
