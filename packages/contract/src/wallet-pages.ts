import type { z } from 'zod';
import type { keptPasskey } from './passkey.ts';
import { page } from './payer-page.ts';

/** Where a payment code is scanned, or its address typed. */
export const scanPage = /* @__PURE__ */ page<{
  /** What was scanned is nothing that is paid here. */
  readonly is_unknown: boolean;
}>()({ name: 'scan', path: '/wallet/scan', acts: { open: '/wallet/scan' }, camera: true });

/** What the installed wallet shows while there is no network. */
export const offlinePage = /* @__PURE__ */ page<object>()({ name: 'offline', path: '/wallet/offline', acts: {}, still: true });

export const passkeysPage = /* @__PURE__ */ page<{
  readonly passkeys: readonly z.infer<typeof keptPasskey>[];
  /** Nothing is added or removed without it. */
  readonly has_payment_password: boolean;
  readonly done: 'added' | 'removed' | null;
}>()({ name: 'passkeys', path: '/wallet/passkeys', acts: { remove: '/wallet/passkeys/remove' } });
