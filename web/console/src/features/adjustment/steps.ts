import { formatInstant } from '@purser/ui/instant-text';
import type { AdjustmentEndedBy } from '@purser/contract/features/adjustment';
import type { Adjustment } from './api.ts';
import type { T } from './texts.ts';

type Step =
  | 'created'
  | 'appealed'
  | 'waiting'
  | 'waitingForUser'
  | 'waitsForProvider'
  | 'given'
  | 'releasedByYou'
  | 'releasedByTime'
  | 'accepted'
  | 'approved'
  | 'takenBack'
  | 'rejected';

interface Happened {
  readonly step: Step;
  /** Null for what is yet to come. */
  readonly time: string | null;
}

export const STEP_TONES: Partial<Record<Step, 'success' | 'danger' | 'warning'>> = {
  given: 'success',
  releasedByYou: 'success',
  releasedByTime: 'success',
  accepted: 'success',
  approved: 'success',
  takenBack: 'danger',
  rejected: 'danger',
  appealed: 'warning',
};

/** What happened to an adjustment, in order, and what it waits for. */
export function stepsOf(adjustment: Adjustment): Happened[] {
  const { create_time, appeal, ended } = adjustment;
  const steps: Happened[] = [{ step: 'created', time: create_time }];
  if (appeal) steps.push({ step: 'appealed', time: appeal.time });
  if (ended) steps.push({ step: endOf(adjustment, ended.by), time: ended.time });
  else steps.push({ step: waitingOf(adjustment), time: null });
  return steps;
}

/** What one that has not ended waits for. */
export function waitingOf({ order_status, user_may_accept }: Adjustment): Step {
  if (order_status === 'appeal') return 'waitsForProvider';
  return user_may_accept ? 'waitingForUser' : 'waiting';
}

function endOf({ order_status, balance_type }: Adjustment, by: AdjustmentEndedBy): Step {
  if (order_status === 'cancelled') return by === 'operator' ? 'rejected' : 'takenBack';
  if (balance_type === 'available') return 'given';
  return ENDS[by];
}

const ENDS = {
  merchant: 'releasedByYou',
  user: 'accepted',
  operator: 'approved',
  system: 'releasedByTime',
} as const satisfies Record<AdjustmentEndedBy, Step>;

export function stepText(step: Step, { release_time }: Adjustment, t: T): string {
  if (step === 'waiting' || step === 'waitingForUser') return t(`adjustment.happened.${step}`, { time: formatInstant(release_time) });
  return t(`adjustment.happened.${step}`);
}
