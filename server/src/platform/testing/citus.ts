import { migrateTo } from '@purser/ledger/testing/migrate-to';
import pg from 'pg';
import { distribute } from '../database/citus.ts';
import { migrate } from '../database/migrate.ts';

/** Names a database of a coordinator's that knows its nodes: tests then run on databases that are distributed over these. */
const TEST_CITUS = 'PURSER_TEST_CITUS';
/** Do tests run on databases that are distributed over the nodes of a cluster? */
export const onCluster = Boolean(process.env[TEST_CITUS]);

/** Few: each statement to all owners asks every one of them. */
const SHARDS = 4;

/** The migration after which the tests' databases were distributed. */
const DISTRIBUTED_AT = '0510';

interface Node {
  readonly host: string;
  readonly port: number;
}

/** The coordinator and its workers, on all of which a distributed database has to be made. */
export class TestCluster {
  readonly #coordinator: URL;
  readonly #nodes: readonly Node[];

  private constructor(coordinator: URL, nodes: readonly Node[]) {
    this.#coordinator = coordinator;
    this.#nodes = nodes;
  }

  /** The cluster that the environment names, if it does. */
  static async find(): Promise<TestCluster | undefined> {
    const url = process.env[TEST_CITUS];
    if (url === undefined || url === '') return undefined;
    const { rows } = await ask<Node>(url, 'select nodename as host, nodeport as port from pg_dist_node order by groupid');
    return new TestCluster(new URL(url), rows);
  }

  get url(): string {
    return this.#coordinator.href;
  }

  /** Makes a database with all tables, distributed, that others are copies of; nobody connects to it. */
  async makeTemplate(name: string): Promise<void> {
    await this.#onEach((node) => ask(this.#at(node, 'postgres'), `create database ${name}`));
    await this.#onEach((node) => ask(this.#at(node, name), 'create extension citus'));
    const url = this.#at(this.#nodes[0] as Node, name);
    const [{ host, port }, ...workers] = this.#nodes as [Node, ...Node[]];
    await ask(url, `select citus_set_coordinator_host('${host}', ${port})`);
    for (const worker of workers) await ask(url, `select citus_add_node('${worker.host}', ${worker.port})`);
    // Distributed at an earlier release and upgraded since, as one in use is: what came later must do where tables are distributed already.
    await migrateTo(url, DISTRIBUTED_AT);
    await distribute(url, SHARDS);
    await migrate(url);
    await distribute(url, SHARDS);
    // Tests look at what lies on several nodes.
    await ask(url, 'alter role current_user set citus.enable_repartition_joins = on');
    await this.#onEach(async (node) => {
      await ask(this.#at(node, 'postgres'), `alter database ${name} with allow_connections false`);
      await ask(this.#at(node, 'postgres'), `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
    });
  }

  /** Makes a copy of a template. */
  async copy(template: string, name: string): Promise<void> {
    await this.#onEach((node) => ask(this.#at(node, 'postgres'), `create database ${name} template ${template} strategy file_copy`));
  }

  async drop(name: string): Promise<void> {
    await this.#onEach((node) => ask(this.#at(node, 'postgres'), `drop database if exists ${name} with (force)`));
  }

  async #onEach(work: (node: Node) => Promise<unknown>): Promise<void> {
    await Promise.all(this.#nodes.map(work));
  }

  #at({ host, port }: Node, database: string): string {
    const url = new URL(this.#coordinator);
    url.hostname = host;
    url.port = String(port);
    url.pathname = `/${database}`;
    return url.href;
  }
}

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Row>(statement);
  } finally {
    await client.end();
  }
}
