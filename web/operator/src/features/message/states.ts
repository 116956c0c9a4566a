import type { MessageState } from '@purser/contract/message-kinds';
import type { Tone } from '@purser/ui/status-tag';

export const STATE_TONES: Readonly<Record<MessageState, Tone>> = {
  waiting: 'neutral',
  sent: 'success',
  failed: 'warning',
  given_up: 'danger',
};
