import type { AuthenticationStatus, PartyStatus } from '@purser/contract/features/party';
import type { Tone } from '@purser/ui/status-tag';

export const STATUS_TONES: Readonly<Record<PartyStatus, Tone>> = { normal: 'success', suspended: 'danger', closed: 'neutral' };

export const IDENTITY_TONES: Readonly<Record<AuthenticationStatus, Tone>> = {
  not_authenticated: 'neutral',
  pending: 'info',
  approved: 'success',
  rejected: 'warning',
};

export const SET_UP_TONES = { done: 'neutral', pending: 'info' } as const satisfies Readonly<Record<string, Tone>>;
