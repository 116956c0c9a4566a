import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/quick-start/embedded-postgres.ts';
import type { Fault } from '../crash/faults.ts';
import { CitusCluster, citusBinaries } from './cluster.ts';
import { copyRows } from './copy-rows.ts';

/** A cluster's workers under a production, what may happen to them, and what they hold in the end. */
export class Nodes {
  readonly cluster: CitusCluster;
  readonly #folder: string;
  #plain: { readonly server: EmbeddedPostgres; readonly pool: pg.Pool } | undefined;

  private constructor(cluster: CitusCluster, folder: string) {
    this.cluster = cluster;
    this.#folder = folder;
  }

  static async start(): Promise<Nodes> {
    const binaries = citusBinaries();
    const folder = await mkdtemp(join(tmpdir(), 'purser-nodes-'));
    // As root, PostgreSQL runs as another user, who has to get through.
    await chmod(folder, 0o711);
    return new Nodes(await CitusCluster.start({ folder, binaries, durable: true }), folder);
  }

  /** Beside those of one database: each node is lost once in a turn. */
  get faults(): Fault[] {
    return Array.from({ length: this.cluster.workers }, (_, index) => async () => {
      await this.cluster.killWorker(index + 1);
      return `killed node ${index + 1}`;
    });
  }

  /** All rows of all nodes in one database that is not distributed: there every proof can be made in one statement. */
  async gathered(coordinatorUrl: string): Promise<pg.Pool> {
    const server = await startEmbeddedPostgres({ dataFolder: join(this.#folder, 'gathered'), durable: false });
    const pool = new pg.Pool({ connectionString: server.url });
    // Stopping the server may cut connections that are still closing.
    pool.on('error', () => {});
    this.#plain = { server, pool };
    await migrate(server.url);
    await copyRows(coordinatorUrl, pool);
    return pool;
  }

  async stop(): Promise<void> {
    await this.#plain?.pool.end();
    await this.#plain?.server.stop();
    await this.cluster.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
