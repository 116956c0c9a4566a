import type { z } from 'zod';
import type { keptPasskey } from './passkey.ts';
import { page } from './payer-page.ts';

export const passkeysPage = /* @__PURE__ */ page<{
  readonly passkeys: readonly z.infer<typeof keptPasskey>[];
  /** Nothing is added or removed without it. */
  readonly has_payment_password: boolean;
  readonly done: 'added' | 'removed' | null;
}>()({ name: 'passkeys', path: '/wallet/passkeys', acts: { remove: '/wallet/passkeys/remove' } });
