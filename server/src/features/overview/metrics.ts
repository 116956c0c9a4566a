import { Lasting } from '../../platform/observe/lasting.ts';
import type { Platform } from '../../platform/platform.ts';
import { readHealth } from './health.ts';
import { LONGEST_PANEL_MS, readBriefly } from './service.ts';

/** However many scrape, the alarms are read once within this time. */
const READ_EVERY_MS = 5_000;

/** Lets Prometheus read the alarms that staff see, so that they reach somebody who has no console open. */
export function watchAlarms({ metrics, operator, clock, log }: Pick<Platform, 'metrics' | 'operator' | 'clock' | 'log'>): void {
  const unread = new Lasting();
  const readAlarms = async () => {
    try {
      if (operator.warning !== undefined) throw new Error(operator.warning);
      const { health } = await operator.db.underWay.run('alarms', LONGEST_PANEL_MS, 'not_ready', () =>
        readBriefly({ operator }, (tx) => readHealth(tx, clock.now())),
      );
      unread.ended(() => log.info('the alarms are read again'));
      return health.alarms.map(({ alarm, severity }) => ({ alarm, severity }));
    } catch (error) {
      unread.failed(error, () => log.warn({ err: error }, 'the alarms could not be read for the metrics'));
      throw error;
    }
  };
  let read: { readonly alarms: ReturnType<typeof readAlarms>; readonly at: number } | undefined;
  metrics.watchCounts('purser_alarms', 'Alarms of the operator console, as its overview has them', ['alarm', 'severity'], () => {
    const at = performance.now();
    if (!read || at - read.at > READ_EVERY_MS) read = { alarms: readAlarms(), at };
    return read.alarms;
  });
}
