import type { MaintenanceNotice } from './features/maintenance.ts';

/** How a part of the system does, as everybody may know. */
export type PartState = 'works' | 'slow' | 'stopped' | 'maintenance';

export const SYSTEM_PARTS = ['payments', 'withdrawals', 'consoles', 'webhooks'] as const;
export type SystemPart = (typeof SYSTEM_PARTS)[number];

/** What works now, without anything of how it is built. */
export interface SystemStatus {
  readonly checked_at: string;
  readonly parts: Readonly<Record<SystemPart, PartState>>;
  /** The connected networks. */
  readonly networks: readonly { readonly network: string; readonly state: PartState }[];
  /** The maintenance that runs, or the next that is planned. */
  readonly maintenance: (MaintenanceNotice & { readonly is_running: boolean }) | null;
}
