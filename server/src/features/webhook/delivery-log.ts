import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { type webhookDelivery, webhookDeliveryQuery } from '@purser/contract/features/webhook';
import type { Language } from '@purser/contract/language';
import type { Queryable } from '@purser/ledger/accounts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { exportFile } from '../../platform/export/export-file.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { MerchantContext } from '../../platform/http/route.ts';
import { list } from '../../platform/lists/list.ts';
import type { Platform } from '../../platform/platform.ts';
import { isAllowed } from '../../platform/security/member-login.ts';
import { AGAIN, eventSubjects } from '../../domain/webhook-events.ts';
import { type AttemptProblem, problemText } from './problems.ts';

type Attempts = z.output<typeof webhookDelivery>['attempts'];

/** The delivery log: each event with the attempts to deliver it. */
export const deliveryLog = list(webhookDeliveryQuery, {
  from: 'webhook_delivery',
  owner: 'merchant_id',
  key: 'delivery_id',
  keyed: 'uuidv7',
  columns: {
    create_time: 'created_at',
    next_attempt_time: 'next_attempt_at',
    serial_number: ({ subject }) => subject.replace(AGAIN, '') || null,
    attempts: ({ delivery_id }, attempts: ReadonlyMap<string, Attempts>) => attempts.get(delivery_id) ?? [],
  },
  filters: { serial_number: isAbout },
  beside: (db, deliveries, { ownerId, language }) =>
    attemptsOf(
      db,
      ownerId,
      deliveries.map(({ delivery_id }) => delivery_id),
      language,
    ),
});

/** The log, a page of it. Who may not see how systems are connected sees what was told of one order, and of where to only the host. */
export async function deliveries(
  { db }: Pick<Platform, 'db'>,
  input: ParsedInputOf<typeof webhookDeliveryQuery>,
  context: MerchantContext,
): Promise<OutputOf<typeof webhookDeliveryQuery>> {
  const seesSystems = isAllowed(context.session.member?.role, 'integration.read');
  if (!seesSystems && input.serial_number === undefined) throw refuse('invalid_input', { field: 'serial_number' });
  const page = await deliveryLog.page(db, input, { ownerId: context.merchantId, language: context.language });
  if (seesSystems) return page;
  return { ...page, list: page.list.map((row) => ({ ...row, address: URL.parse(row.address)?.origin ?? '' })) };
}

export const deliveryLogFile = exportFile(webhookDeliveryQuery, {
  name: 'webhook-deliveries',
  title: 'deliveryLog',
  columns: {
    create_time: 24,
    event_type: 18,
    serial_number: 20,
    state: 14,
    address: 40,
    next_attempt_time: 24,
    delivery_id: 38,
    event_id: 38,
  },
});

/** An order's events, also those that were sent again. Parted by state, as each part has an index of its own. */
function isAbout(serialNumber: string) {
  const subjects = sql`subject in (${sql.join(eventSubjects(serialNumber))})`;
  return sql`(state = 'pending' and ${subjects} or state <> 'pending' and ${subjects})`;
}

interface AttemptRow {
  readonly delivery_id: string;
  readonly created_at: Date;
  readonly http_status: number | null;
  readonly duration_ms: number;
  readonly problem: AttemptProblem | null;
}

async function attemptsOf(
  db: Queryable,
  merchantId: number,
  deliveryIds: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, Attempts>> {
  if (deliveryIds.length === 0) return new Map();
  const { rows } = await db.query<AttemptRow>(
    `select delivery_id, created_at, http_status, duration_ms, problem from webhook_attempt
     where merchant_id = $1 and delivery_id = any ($2::uuid[]) order by attempt`,
    [merchantId, deliveryIds],
  );
  const byDelivery = Map.groupBy(rows, ({ delivery_id }) => delivery_id);
  return new Map(
    [...byDelivery].map(([id, attempts]) => [
      id,
      attempts.map(({ created_at, http_status, duration_ms, problem }) => ({
        time: created_at.toISOString(),
        http_status,
        duration_ms,
        problem: problem === null ? null : problemText(problem, language),
      })),
    ]),
  );
}
