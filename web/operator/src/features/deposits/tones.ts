import type { ChainDepositState } from '@purser/contract/features/chain-deposit';
import type { Tone } from '@purser/ui/status-tag';

export const TONES: Readonly<Record<ChainDepositState, Tone>> = {
  confirming: 'neutral',
  orphaned: 'neutral',
  credited: 'success',
  held: 'warning',
  ignored: 'neutral',
  set_aside: 'neutral',
};
