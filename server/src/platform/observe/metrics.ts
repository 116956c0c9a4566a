import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What Prometheus may scrape at /metrics. */
export class Metrics {
  readonly registry = new Registry();
  readonly calls: Histogram<'path' | 'status'>;
  readonly outcomes: Counter<'path' | 'outcome'>;
  readonly refusedConnections: Counter<'reason'>;
  readonly batchSize: Histogram<'batch'>;
  readonly #queues = new Map<string, (() => number)[]>();

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.calls = new Histogram({
      name: 'purser_http_request_duration_seconds',
      help: 'Time to answer a request',
      labelNames: ['path', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
      registers,
    });
    this.outcomes = new Counter({ name: 'purser_outcomes_total', help: 'Calls by outcome', labelNames: ['path', 'outcome'], registers });
    this.refusedConnections = new Counter({
      name: 'purser_connections_refused_total',
      help: 'Connections that were one too many, of all or of their address',
      labelNames: ['reason'],
      registers,
    });
    this.batchSize = new Histogram({
      name: 'purser_batch_size',
      help: 'Commands in one group commit',
      labelNames: ['batch'],
      buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500],
      registers,
    });
    const queues = this.#queues;
    const waiting = new Gauge({
      name: 'purser_batch_queue',
      help: 'Commands that wait for a group commit',
      labelNames: ['batch'],
      registers: [],
      collect() {
        for (const [batch, lengths] of queues)
          this.set(
            { batch },
            lengths.reduce((sum, length) => sum + length(), 0),
          );
      },
    });
    this.registry.registerMetric(waiting);
  }

  /** Reads a value whenever the metrics are scraped; without one, the metric is left out. */
  watch(name: string, help: string, read: () => Promise<number | undefined>): void {
    const gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        const value = await read().catch(() => undefined);
        // To reset a gauge without labels is to set it to zero, which would say that all is well.
        if (value === undefined) gauge.remove();
        else gauge.set(value);
      },
    });
  }

  /** Reads several values of each of a few things whenever the metrics are scraped, all at once; a value that is not known is left out. */
  watchEach<Name extends string>(
    label: string,
    helps: Readonly<Record<Name, string>>,
    read: () => Promise<ReadonlyMap<string, Readonly<Record<Name, number | undefined>>>>,
  ): void {
    let reading: ReturnType<typeof read> | undefined;
    // All metrics of one scrape ask before the first is answered.
    const shared = () => (reading ??= read().finally(() => (reading = undefined)));
    for (const [name, help] of Object.entries(helps) as [Name, string][]) {
      const gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [this.registry],
        async collect() {
          gauge.reset();
          for (const [thing, values] of await shared().catch(() => new Map() as Awaited<ReturnType<typeof read>>)) {
            const value = values[name];
            if (value !== undefined) gauge.set({ [label]: thing }, value);
          }
        },
      });
    }
  }

  /**
   * Reads, whenever the metrics are scraped, what there is of some things, and counts those with the same labels; nothing of it where it cannot be
   * read, which another gauge tells.
   */
  watchCounts<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: () => Promise<readonly Readonly<Record<Label, string>>[]>,
  ): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      async collect() {
        const found = await read().catch(() => []);
        gauge.reset();
        for (const labels of found) gauge.inc(labels);
      },
    });
    const wasRead = new Gauge({
      name: `${name}_read`,
      help: `1 where ${name} could be read, else 0`,
      registers: [this.registry],
      async collect() {
        wasRead.set(
          await read().then(
            () => 1,
            () => 0,
          ),
        );
      },
    });
  }

  /** Reads, whenever the metrics are scraped, how old the oldest work under way is of each name. */
  watchAges(agesMs: () => ReadonlyMap<string, number>): void {
    const gauge = new Gauge({
      name: 'purser_under_way_seconds',
      help: 'Age of the oldest batch or look-up that is in the database now',
      labelNames: ['work'],
      registers: [this.registry],
      collect() {
        gauge.reset();
        for (const [work, ageMs] of agesMs()) gauge.set({ work }, ageMs / 1000);
      },
    });
  }

  /** Commands that wait for a group commit, of all kinds. */
  get commandsWaiting(): number {
    return [...this.#queues.values()].flat().reduce((sum, length) => sum + length(), 0);
  }

  /** Reads a queue's length whenever the metrics are scraped; queues of one name are one to whoever scrapes. */
  watchQueue(batch: string, length: () => number): void {
    this.#queues.set(batch, [...(this.#queues.get(batch) ?? []), length]);
  }
}
