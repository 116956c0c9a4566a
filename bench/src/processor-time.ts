import { readdirSync, readFileSync } from 'node:fs';

/** Of a clock tick of /proc, as every Linux has it. */
const TICK_MS = 10;
const OF = { apis: /server\/src\/main\/api\.ts/, database: /postgres/ } as const;

type Ticks = Record<keyof typeof OF | 'idle', number>;

/** What processors did while the work was done: how long for the apis and for the database, in milliseconds, and which share of their time for nobody. */
export async function processorTime<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; apisMs: number; databaseMs: number; idle: number }> {
  const before = { at: performance.now(), ticks: ticksNow() };
  const result = await work();
  const passed = performance.now() - before.at;
  const now = ticksNow();
  const spent = (what: keyof Ticks) => (now[what] - before.ticks[what]) * TICK_MS;
  return { result, apisMs: spent('apis'), databaseMs: spent('database'), idle: spent('idle') / (passed * processors()) };
}

function processors(): number {
  return readFileSync('/proc/stat', 'utf8').match(/^cpu\d/gm)?.length ?? 1;
}

function ticksNow(): Ticks {
  const ticks: Ticks = { apis: 0, database: 0, idle: Number(readFileSync('/proc/stat', 'utf8').split(/\s+/)[4]) };
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      const what = (Object.keys(OF) as (keyof typeof OF)[]).find((one) => OF[one].test(command));
      if (what === undefined) continue;
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The command's name may have spaces in it: fields are counted after it.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      ticks[what] += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It ended meanwhile.
    }
  }
  return ticks;
}
