import pg from 'pg';
import type { TestApp } from './app.ts';

/** One execution of a statement by the application, as PostgreSQL itself ran it. */
export interface Execution {
  readonly text: string;
  /** The name that the application gave the statement; a statement inside a database function has none. */
  readonly name: string | undefined;
  /** Pages that were looked at, in memory or not. */
  readonly pages: number;
  /** Rows that the plan's nodes read of tables and indexes, those included that a filter then dropped. */
  readonly visited: number;
  /** Tables that were read from end to end. */
  readonly scanned: readonly string[];
  /** The indexes by which tables were reached, each with its table, `table: index`. */
  readonly reached: readonly string[];
  /** The plan, for whoever reads a test's failure. */
  readonly plan: string;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** auto_explain sends the plan of every statement, those inside functions included, to the client that ran it. */
const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_parameter_max_length': '0',
};

const PROGRAM = 'purser';

/** This process reads every plan besides: where others have the processors it is away from its transactions for longer than a program may be. */
const MORE_PATIENCE = `set idle_in_transaction_session_timeout = '60s'`;

/** Watches what the plans of an application's statements do: the plans that its own connections have cached, not what a test asks for. */
export class PlanWatch {
  readonly #app: TestApp;
  readonly #names = new Map<string, string>();
  readonly #query = pg.Client.prototype.query;
  readonly #emit = pg.Client.prototype.emit;
  readonly #patient = new WeakSet<pg.Client>();
  #executions: Execution[] = [];

  private constructor(app: TestApp) {
    this.#app = app;
  }

  static async start(app: TestApp): Promise<PlanWatch> {
    const watch = new PlanWatch(app);
    watch.#listen();
    for (const [name, value] of Object.entries(SETTINGS)) await watch.set(name, value);
    await watch.reconnect();
    return watch;
  }

  stop(): void {
    pg.Client.prototype.query = this.#query;
    pg.Client.prototype.emit = this.#emit;
  }

  /** Sets what connections that are opened from now on begin with. */
  async set(name: string, value: string): Promise<void> {
    await this.#app.sql(`do $$ begin execute format('alter database %I set ${name} = %L', current_database(), '${value}'); end $$`);
  }

  /** Ends the application's connections: the next ones have planned nothing yet. */
  async reconnect(): Promise<void> {
    await this.#app.sql(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name like '${PROGRAM}%'`,
    );
  }

  /** What the application has executed while `work` ran. */
  async during(work: () => Promise<unknown>): Promise<readonly Execution[]> {
    this.#executions = [];
    await work();
    return this.#executions;
  }

  #listen(): void {
    const names = this.#names;
    const patient = this.#patient;
    const { query, emit } = pg.Client.prototype;
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      const [config] = given as [{ name?: string; text?: string }];
      if (config?.name !== undefined && config.text !== undefined) names.set(config.text, config.name);
      if (isProgram(this) && !patient.has(this)) {
        patient.add(this);
        void (query as (text: string) => Promise<unknown>).call(this, MORE_PATIENCE).catch(() => undefined);
      }
      return (query as (...all: unknown[]) => unknown).apply(this, given);
    } as typeof query;
    const note = (message: string): void => {
      const json = /plan:\s*(\{[\s\S]*\})\s*$/.exec(message)?.[1];
      if (json !== undefined) this.#executions.push(executionOf(json, names));
    };
    pg.Client.prototype.emit = function (this: pg.Client, event: string | symbol, ...given: unknown[]) {
      const [notice] = given as [{ message?: string }];
      if (event === 'notice' && isProgram(this)) note(notice.message ?? '');
      return emit.call(this, event, ...given);
    };
  }
}

/** Whether it is a connection of the application, not of the test. */
function isProgram(client: pg.Client): boolean {
  const { application_name } = (client as unknown as { connectionParameters: { application_name?: string } }).connectionParameters;
  return application_name?.startsWith(PROGRAM) ?? false;
}

function executionOf(json: string, names: ReadonlyMap<string, string>): Execution {
  const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
  let visited = 0;
  const scanned: string[] = [];
  const reached = new Set<string>();
  const visit = (node: PlanNode): void => {
    const relation = node['Relation Name'];
    if (relation !== undefined && node['Node Type'].endsWith('Scan')) {
      const read = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      visited += read * node['Actual Loops'];
      if (node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0) scanned.push(relation);
      if (node['Index Name'] !== undefined && node['Actual Loops'] > 0) reached.add(`${relation}: ${node['Index Name']}`);
    }
    node.Plans?.forEach(visit);
  };
  visit(plan);
  const pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  return { text, name: names.get(text), pages, visited, scanned, reached: [...reached], plan: json };
}
