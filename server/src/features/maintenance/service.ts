import type { InputOf, OutputOf } from '@purser/contract/call';
import type { maintenanceEnd, MaintenanceState, maintenancePlan, maintenanceQuery } from '@purser/contract/features/maintenance';
import { uuidv7 } from 'uuidv7';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Platform } from '../../platform/platform.ts';

type Maintenance = OutputOf<typeof maintenancePlan>;

/** How many periods that are over are shown. */
const SHOWN = 50;
const LONGEST_MS = 30 * 24 * 3600_000;
/** A start that was chosen as "now" on a screen is some minutes old when it is confirmed. */
const LATE_START_MS = 5 * 60_000;
/** Held while a period is entered, so that two which overlap are not entered at once. */
const LOCK = 'maintenance';

interface Row {
  readonly maintenance_id: string;
  readonly state: MaintenanceState;
  readonly starts_at: Date;
  readonly ends_at: Date | null;
  readonly texts: Maintenance['texts'];
  readonly entered_by: string | null;
  readonly ended_by: string | null;
}

const COLUMNS = `
  m.maintenance_id, m.starts_at, coalesce(m.ended_at, m.ends_at) as ends_at, m.texts, entered.name as entered_by, ended.name as ended_by,
  case when m.ended_at <= m.starts_at then 'called_off'
       when m.ended_at is not null or m.ends_at <= clock_timestamp() then 'over'
       when m.starts_at <= clock_timestamp() then 'running'
       else 'planned' end as state`;
const FROM = `maintenance m left join staff entered on entered.staff_id = m.entered_by left join staff ended on ended.staff_id = m.ended_by`;

/** Maintenance that runs or is planned, and the latest that is over. */
export async function listMaintenance(platform: Platform): Promise<OutputOf<typeof maintenanceQuery>> {
  const { rows } = await readAsStaff(platform, (tx) =>
    tx.query<Row>(`select ${COLUMNS} from ${FROM} order by m.starts_at desc, m.maintenance_id desc limit ${SHOWN}`),
  );
  return { list: rows.map(shown) };
}

/** Enters maintenance; every node keeps to it within a second. */
export async function planMaintenance(
  platform: Platform,
  input: InputOf<typeof maintenancePlan>,
  context: StaffContext,
): Promise<Maintenance | Answer<Maintenance>> {
  return confirmedWrite(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [LOCK]);
      const now = platform.clock.now();
      const starts = input.starts_at === null ? now : new Date(input.starts_at);
      const ends = input.ends_at === null ? null : new Date(input.ends_at);
      if (starts.getTime() < now.getTime() - LATE_START_MS || starts.getTime() > now.getTime() + LONGEST_MS) {
        throw refuse('maintenance_time_refused', {}, { fields: [{ field: 'starts_at' }] });
      }
      if (ends && (ends <= starts || ends <= now || ends.getTime() - starts.getTime() > LONGEST_MS)) {
        throw refuse('maintenance_time_refused');
      }
      const { rowCount: overlapping } = await tx.query(
        `select from maintenance where ended_at is null and (ends_at is null or ends_at > greatest($1, clock_timestamp()))
           and ($2::timestamptz is null or starts_at < $2)`,
        [starts, ends],
      );
      if (overlapping) throw refuse('maintenance_overlaps');
      const maintenanceId = uuidv7();
      await tx.query('insert into maintenance (maintenance_id, starts_at, ends_at, texts, entered_by) values ($1, $2, $3, $4, $5)', [
        maintenanceId,
        starts,
        ends,
        input.texts,
        context.staffId,
      ]);
      return readOne(tx, maintenanceId);
    },
    audit: ({ maintenance_id, starts_at, ends_at, texts }) => ({
      action: 'maintenance.plan',
      details: { maintenance_id, starts_at, ends_at, texts },
    }),
  });
}

/** Ends what runs, or calls off what is planned. */
export async function endMaintenance(
  platform: Platform,
  input: InputOf<typeof maintenanceEnd>,
  context: StaffContext,
): Promise<Maintenance | Answer<Maintenance>> {
  return confirmedWrite(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      const { rows } = await tx.query<{ over: boolean }>(
        `select ended_at is not null or coalesce(ends_at <= clock_timestamp(), false) as over from maintenance where maintenance_id = $1 for update`,
        [input.maintenance_id],
      );
      const [found] = rows;
      if (!found) throw refuse('not_found');
      if (found.over) throw refuse('maintenance_over');
      await tx.query('update maintenance set ended_at = clock_timestamp(), ended_by = $2 where maintenance_id = $1', [
        input.maintenance_id,
        context.staffId,
      ]);
      return readOne(tx, input.maintenance_id);
    },
    audit: ({ maintenance_id, state }) => ({ action: 'maintenance.end', details: { maintenance_id, state } }),
  });
}

async function readOne(tx: Tx, maintenanceId: string): Promise<Maintenance> {
  const { rows } = await tx.query<Row>(`select ${COLUMNS} from ${FROM} where m.maintenance_id = $1`, [maintenanceId]);
  return shown(rows[0] as Row);
}

function shown({ starts_at, ends_at, ...row }: Row): Maintenance {
  return { ...row, starts_at: starts_at.toISOString(), ends_at: ends_at?.toISOString() ?? null };
}
