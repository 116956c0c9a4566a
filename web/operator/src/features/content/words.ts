import type { Tone } from '@purser/ui/status-tag';
import type { ContentState } from '@purser/contract/content';

export const STATE_TONES: Readonly<Record<ContentState, Tone>> = {
  draft: 'neutral',
  scheduled: 'info',
  published: 'success',
  withdrawn: 'warning',
};
