import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { CannotStart } from '../platform/cannot-start.ts';
import { claimPort } from './listen.ts';

it('finds a free port below those that systems give to connections on their way out', async () => {
  for (let round = 0; round < 20; round += 1) {
    const port = await claimPort('localhost', 0);
    expect(port).toBeGreaterThan(1023);
    expect(port).toBeLessThan(32_768);
  }
});

it('takes no port that another program has at either loopback address, and says so of one that was asked for', async () => {
  const other = createServer();
  const port = await claimPort('localhost', 0);
  await new Promise<void>((done) => other.listen({ host: '127.0.0.1', port }, done));
  try {
    await expect(claimPort('localhost', port)).rejects.toThrow(
      new CannotStart(`PORT: ${port} is taken by another program. Stop that one, or choose another port, such as PORT=${port + 1}.`),
    );
    await expect(claimPort('127.0.0.1', port)).rejects.toThrow(CannotStart);
  } finally {
    await new Promise((done) => other.close(done));
  }
  await expect(claimPort('localhost', port)).resolves.toBe(port);
});
