import type { IdentityState } from '@purser/contract/identity';
import type { Tone } from '@purser/ui/status-tag';

export const IDENTITY_TONES: Readonly<Record<IdentityState, Tone>> = { pending: 'warning', approved: 'success', rejected: 'danger' };
