import type { OutputOf } from '@purser/contract/call';
import { auditExport, auditVerify } from '@purser/contract/features/audit';
import { Findings, reading } from '@purser/ledger/verify-reader';
import { refuse } from '../../platform/http/refusal.ts';
import { type Route, type StaffContext, staffRoute } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { verifyAudit } from '../../platform/proof/verify-audit.ts';
import { auditFile, auditLog } from './list.ts';

/** A request is answered within a minute: what is not verified by then is left to the command. */
const LONGEST_MS = 40_000;

export function auditRoutes(platform: Platform): Route[] {
  let verifying = false;
  const verify = async (context: StaffContext): Promise<OutputOf<typeof auditVerify>> => {
    // It reads everything: once at a time in each process.
    if (verifying) throw refuse('busy');
    verifying = true;
    try {
      return await verified(platform, context);
    } finally {
      verifying = false;
    }
  };
  return [
    listRoute(platform, auditLog),
    exportRoute(platform, auditExport, auditLog, auditFile),
    staffRoute(auditVerify, (_input, context) => verify(context)),
  ];
}

async function verified({ operator, secrets, clock }: Platform, { staffId }: StaffContext): Promise<OutputOf<typeof auditVerify>> {
  const findings = new Findings();
  const latest = performance.now() + LONGEST_MS;
  let complete = true;
  const isOver = (): boolean => {
    if (performance.now() >= latest) complete = false;
    return !complete;
  };
  const client = await operator.db.system.connect();
  let broken: Error | undefined;
  try {
    const entries = await reading(client, (reader) => verifyAudit(reader, secrets, findings, isOver));
    const breaks = findings.breaks.map(({ where, found }) => ({ where, found }));
    return { entries: Number(entries), complete, verified_by: staffId, create_time: clock.now().toISOString(), breaks };
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    // A connection whose settings may not be what they were leaves the pool.
    client.release(broken);
  }
}
