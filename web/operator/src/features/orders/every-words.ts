import { CHAIN_DEPOSIT_STATES } from '@purser/contract/features/chain-deposit';
import type { EveryOrderStatus } from '@purser/contract/features/every-order';
import { PAYMENT_ORDER_STATES } from '@purser/contract/payment-order';
import { REVIEW_STATES } from '@purser/contract/review';
import type { Tone } from '@purser/ui/status-tag';
import type { EveryOrderRow } from '../../shared/every-order.ts';
import { DEPOSIT_TONES, ORDER_TONES, REVIEW_TONES } from '../../shared/order-tones.ts';
import type { EveryT } from './every-texts.ts';

/** A status in the words of its kind's own page. */
export function statusText({ kind, status }: Pick<EveryOrderRow, 'kind' | 'status'>, t: EveryT): string {
  switch (kind) {
    case 'payment':
      return one(PAYMENT_ORDER_STATES, status, (state) => t(`orders.status.${state}`));
    case 'transfer':
    case 'refund':
      return t('orders.transferStatus.completed');
    case 'chain_deposit':
      return one(CHAIN_DEPOSIT_STATES, status, (state) => t(`deposits.state.${state}`));
    default:
      return one(REVIEW_STATES, status, (state) => t(`reviews.status.${state}`));
  }
}

function one<State extends string>(states: readonly State[], status: string, name: (state: State) => string): string {
  const state = states.find((known) => known === status);
  return state === undefined ? status : name(state);
}

export function statusTone({ kind, status }: Pick<EveryOrderRow, 'kind' | 'status'>): Tone {
  switch (kind) {
    case 'payment':
      return toneIn(ORDER_TONES, status);
    case 'transfer':
    case 'refund':
      return 'success';
    case 'chain_deposit':
      return toneIn(DEPOSIT_TONES, status);
    default:
      return toneIn(REVIEW_TONES, status);
  }
}

function toneIn(tones: Readonly<Partial<Record<EveryOrderStatus, Tone>>>, status: EveryOrderStatus): Tone {
  return tones[status] ?? 'neutral';
}
