import { createHash, createPublicKey, sign } from 'node:crypto';
import type { LiabilityProofs, LiabilityStatement } from '@purser/contract/features/liabilities';
import { formatAmount } from '@purser/contract/money';
import type { Queryable } from '@purser/ledger/accounts';
import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import type { Secrets } from '../../platform/security/secrets.ts';

/** So many of the newest statements keep their trees, and are told to everybody. */
export const KEPT_STATEMENTS = 12;

const whole = z.string().regex(/^\d+$/);
const STATED = z.strictObject({
  version: z.literal(1),
  statement_id: z.uuid(),
  made_at: z.iso.datetime(),
  /** SHA-256 of the statement before it, in hex; null of the first. */
  previous: z.string().nullable(),
  /** How many entries the ledger had. */
  entries: whole,
  /** Sums are in minor units. */
  coins: z.array(z.strictObject({ coin_name: z.string(), decimals: z.number().int(), sum: whole, count: whole, root: z.string() })),
});
/** What is stated, and signed as a text of JSON. */
export type Stated = z.output<typeof STATED>;

/** A statement as it is kept. */
export interface StatementRow {
  readonly statement: string;
  readonly signature: string;
  readonly public_key: string;
}

export function signStated(stated: Stated, secrets: Secrets): StatementRow {
  const statement = JSON.stringify(stated);
  const key = secrets.liabilityKey();
  const signature = sign(null, Buffer.from(statement), key).toString('base64');
  return { statement, signature, public_key: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString() };
}

export function openStated({ statement }: StatementRow): Stated {
  return STATED.parse(JSON.parse(statement));
}

export function fingerprint({ statement }: StatementRow): string {
  return createHash('sha256').update(statement).digest('hex');
}

export function keyFingerprint({ public_key }: StatementRow): string {
  return createHash('sha256')
    .update(createPublicKey(public_key).export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

export function toWire(row: StatementRow): LiabilityStatement {
  const { statement_id, made_at, coins } = openStated(row);
  const { statement, signature, public_key } = row;
  return {
    statement_id,
    made_at,
    coins: coins.map(({ coin_name, decimals, sum, count, root }) => ({
      coin_name,
      sum: formatAmount(BigInt(sum), decimals),
      count,
      root,
    })),
    statement,
    signature,
    public_key,
  };
}

/** The newest statements, the newest first. */
export async function newestStatements(db: Queryable, limit: number): Promise<StatementRow[]> {
  const { rows } = await db.query<StatementRow>(
    'select statement, signature, public_key from liability_statement order by made_at desc, statement_id desc limit $1',
    [limit],
  );
  return rows;
}

/** The newest, as everybody reads it; null where there is none. */
export async function newestStatement({ db }: Platform): Promise<LiabilityStatement | null> {
  const [row] = await newestStatements(db.system, 1);
  return row ? toWire(row) : null;
}

/** Which statements' trees are kept, the newest first. */
export async function keptStatements(db: Queryable): Promise<LiabilityProofs['kept']> {
  const { rows } = await db.query<{ statement_id: string; made_at: Date }>(
    'select statement_id, made_at from liability_statement where has_proofs order by made_at desc, statement_id desc',
  );
  return rows.map(({ statement_id, made_at }) => ({ statement_id, made_at: made_at.toISOString() }));
}

/** A statement whose trees are kept: the newest, or the one that is named. */
export async function statementWithProofs(db: Queryable, statementId?: string): Promise<StatementRow | undefined> {
  const { rows } = await db.query<StatementRow>(
    `select statement, signature, public_key from liability_statement
     where has_proofs and statement_id = coalesce($1::uuid, statement_id) order by made_at desc, statement_id desc limit 1`,
    [statementId ?? null],
  );
  return rows[0];
}
