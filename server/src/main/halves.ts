import { payments } from '../features/checkout/pay.ts';
import { transfers } from '../features/transfer/batch.ts';
import type { Platform } from '../platform/platform.ts';

/** Every kind of command that may be made in two halves: whoever drives on what a process has left behind must know them all. */
export function registerHalves({ crossings, db, settings }: Platform): void {
  crossings.register(payments(settings.publicUrl, db.coins));
  crossings.register(transfers);
}
