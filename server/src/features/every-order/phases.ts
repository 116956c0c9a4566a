import { CHAIN_DEPOSIT_STATES, type ChainDepositState } from '@purser/contract/features/chain-deposit';
import type { EveryOrderKind, EveryOrderStatus, OrderPhase } from '@purser/contract/features/every-order';
import { isFinal, type Machine } from '@purser/contract/machine';
import { paymentOrderMachine } from '@purser/contract/payment-order';
import {
  adjustmentMachine,
  fiatWithdrawalMachine,
  usdtRechargeMachine,
  usdtWithdrawalMachine,
  userWithdrawalMachine,
} from '@purser/contract/review';

type Phases = Readonly<Record<OrderPhase, readonly EveryOrderStatus[]>>;

/** What a bank was told to pay is paid, although a bank may return it. */
const PAID_OUT: EveryOrderStatus = 'paid_out';
/** What staff may still decide of, and do not have to, is not open. */
const OPEN_DEPOSITS: readonly ChainDepositState[] = ['confirming', 'held', 'returning'];

function phasesOf<State extends EveryOrderStatus, Event extends string>(machine: Machine<State, Event>): Phases {
  const states = Object.keys(machine.transitions) as State[];
  const isOver = (state: State) => state === PAID_OUT || isFinal(machine, state);
  return { open: states.filter((state) => !isOver(state)), final: states.filter(isOver) };
}

/** What is made at once. */
const AT_ONCE: Phases = { open: [], final: ['completed'] };

/** The statuses of each kind. A credited deposit is not listed as one: its recharge is. */
export const PHASES: Readonly<Record<EveryOrderKind, Phases>> = {
  payment: phasesOf(paymentOrderMachine),
  transfer: AT_ONCE,
  refund: AT_ONCE,
  user_withdrawal: phasesOf(userWithdrawalMachine),
  adjustment: phasesOf(adjustmentMachine),
  usdt_recharge: phasesOf(usdtRechargeMachine),
  usdt_withdrawal: phasesOf(usdtWithdrawalMachine),
  fiat_withdrawal: phasesOf(fiatWithdrawalMachine),
  chain_deposit: {
    open: OPEN_DEPOSITS,
    final: CHAIN_DEPOSIT_STATES.filter((state) => state !== 'credited' && !OPEN_DEPOSITS.includes(state)),
  },
};

export function phaseOf(kind: EveryOrderKind, status: EveryOrderStatus): OrderPhase {
  return PHASES[kind].open.includes(status) ? 'open' : 'final';
}
