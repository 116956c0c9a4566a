import type pg from 'pg';
import { DISTRIBUTION } from '../../platform/database/distribution.ts';

/** Statements that are about a table as a whole, or call functions: they are done where the tables are. */
const AS_IT_IS = /^(truncate|alter|select) /;
const TABLES = Object.keys(DISTRIBUTION).map((table) => ({ table, copy: `copy_${table.split('.')[1]}`, name: nameOf(table) }));
const CONSTRAINTS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where conrelid <> 0 and connamespace::regnamespace::text in ('public', 'ledger') order by 1, 2`;

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * A database on several nodes that is corrupted and mended in turns: to copy it for each corruption takes long. The client is a superuser's.
 */
export class CorruptibleNodes {
  readonly #client: pg.ClientBase;
  readonly #constraints: readonly Constraint[];
  readonly #round: string;

  private constructor(client: pg.ClientBase, constraints: readonly Constraint[], round: string) {
    this.#client = client;
    this.#constraints = constraints;
    this.#round = round;
  }

  /** Keeps what there is, for as long as the client is connected. */
  static async keep(client: pg.ClientBase): Promise<CorruptibleNodes> {
    for (const { table, copy } of TABLES) await client.query(`create temp table kept_${copy} as select * from ${table}`);
    const { rows } = await client.query<Constraint>(CONSTRAINTS);
    const rounds = await client.query<{ last: string }>('select last_value::text as last from ledger.seal_round');
    return new CorruptibleNodes(client, rows, rounds.rows[0]?.last ?? '1');
  }

  /**
   * Does statements to distributed tables that nodes would refuse, like ones that give rows another owner: to local copies of the tables that a
   * statement names, whose rows are then put in the place of those of the tables.
   */
  async corrupt(statements: string): Promise<void> {
    for (const statement of statements.split(';').map((one) => one.trim())) {
      if (statement === '') continue;
      if (AS_IT_IS.test(statement)) await this.#client.query(statement);
      else await this.#onCopies(statement);
    }
  }

  async #onCopies(statement: string): Promise<void> {
    const named = TABLES.filter(({ name }) => statement.search(name) >= 0);
    await this.#replacing(async () => {
      for (const { table, copy } of named) {
        await this.#client.query(`create temp table ${copy} (like ${table} including defaults) on commit drop`);
        await this.#client.query(`insert into ${copy} select * from ${table}`);
      }
      await this.#client.query(named.reduce((text, { name, copy }) => text.replaceAll(name, copy), statement));
      for (const { table, copy } of named) await this.#fill(table, copy);
    });
  }

  /** Puts everything back that corruptions may have touched. */
  async mend(corruption: string): Promise<void> {
    const touched = TABLES.filter(({ table, name }) => table.startsWith('ledger.') || corruption.search(name) >= 0);
    await this.#replacing(async () => {
      for (const { table, copy } of touched) await this.#fill(table, `kept_${copy}`);
    });
    await this.#client.query(`select setval('ledger.seal_round', $1)`, [this.#round]);
    const { rows } = await this.#client.query<Constraint>(CONSTRAINTS);
    const there = new Set(rows.map(({ table, name }) => `${table} ${name}`));
    for (const { table, name, definition } of this.#constraints)
      if (!there.has(`${table} ${name}`)) await this.#client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }

  async #fill(table: string, from: string): Promise<void> {
    await this.#client.query(`delete from ${table}`);
    await this.#client.query(`insert into ${table} select * from ${from}`);
  }

  /** Foreign keys do not see that rows are gone for a moment. */
  async #replacing(work: () => Promise<void>): Promise<void> {
    await this.#client.query('begin');
    await this.#client.query(`set local citus.propagate_set_commands = 'local'; set local session_replication_role = replica`);
    await work();
    await this.#client.query('commit');
  }
}

/** Finds a table where a statement names it; columns may be called like one. */
function nameOf(table: string): RegExp {
  return new RegExp(`(?<=\\b(from|update|into|join|using) )${table.replace('public.', '').replace('.', '\\.')}\\b`, 'g');
}
