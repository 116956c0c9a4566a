import { formatInstant } from '@purser/ui/instant-text';
import type { Adjustment } from './api.ts';
import type { T } from './texts.ts';

type Step =
  | 'created'
  | 'appealed'
  | 'waiting'
  | 'waitsForProvider'
  | 'given'
  | 'releasedByYou'
  | 'releasedByTime'
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
  approved: 'success',
  takenBack: 'danger',
  rejected: 'danger',
  appealed: 'warning',
};

/** What happened to an adjustment, in order, and what it waits for. */
export function stepsOf(adjustment: Adjustment): Happened[] {
  const { create_time, appeal, ended, order_status } = adjustment;
  const steps: Happened[] = [{ step: 'created', time: create_time }];
  if (appeal) steps.push({ step: 'appealed', time: appeal.time });
  if (ended) steps.push({ step: endOf(adjustment, ended.by), time: ended.time });
  else steps.push({ step: order_status === 'appeal' ? 'waitsForProvider' : 'waiting', time: null });
  return steps;
}

function endOf({ order_status, balance_type }: Adjustment, by: 'merchant' | 'operator' | 'system'): Step {
  if (order_status === 'cancelled') return by === 'operator' ? 'rejected' : 'takenBack';
  if (balance_type === 'available') return 'given';
  return { merchant: 'releasedByYou', operator: 'approved', system: 'releasedByTime' }[by] as Step;
}

export function stepText(step: Step, { release_time }: Adjustment, t: T): string {
  if (step === 'waiting') return t('adjustment.happened.waiting', { time: formatInstant(release_time) });
  return t(`adjustment.happened.${step}`);
}
