import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OperatorSide } from './operator-side.ts';
import { onCluster } from './testing/citus.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { eventually } from './testing/eventually.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
});
afterAll(() => app.close());

it.skipIf(onCluster)('warns while its login may not take on the role, says it once, and no longer once it may', async () => {
  const login = `purser_late_${randomUUID().slice(0, 8)}`;
  await app.sql(`create role ${login} login password '${login}'`);
  const url = new URL(app.platform.settings.databaseUrl);
  [url.username, url.password] = [login, login];
  const { secrets, clock, db } = app.platform;
  const operator = new OperatorSide({ databaseUrl: url.href, connections: 1, secrets, clock, coins: db.coins });
  const told: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void told.push((JSON.parse(line) as { msg: string }).msg) });
  try {
    await operator.check(log);
    await operator.check(log);
    expect(operator.warning).toContain('PURSER_OPERATOR_DATABASE_URL');
    await app.sql(`grant purser_operator to ${login}`);
    await operator.check(log);
    expect(operator.warning).toBeUndefined();
    expect(told).toEqual([expect.stringContaining('no operator console'), expect.stringContaining('started again')]);
  } finally {
    await operator.close();
    await eventually(() => app.sql(`drop role ${login}`));
  }
});
