import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnKept, stopKept } from '../platform/kept-process.ts';
import { ROOT } from '../platform/web-build.ts';

interface ShopOptions {
  readonly port: number;
  readonly publicUrl: string;
  /** The access key and the rest that a merchant's system is configured with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly dataFolder: string;
}

const PATIENCE_MS = 5000;

/** The demo shop is a program of its own, as a merchant's system would be: it gets addresses and its key, nothing else. */
export async function startShop(options: ShopOptions): Promise<{ close(): Promise<void> }> {
  const main = join(ROOT, 'shop/src/main.ts');
  if (!existsSync(main)) return { close: async () => undefined };
  const log = await open(join(options.dataFolder, 'shop.log'), 'a', 0o600);
  const child = spawnKept(process.execPath, [main], {
    stopSignal: 'TERM',
    cwd: ROOT,
    output: log.fd,
    env: {
      PATH: process.env['PATH'],
      ...options.environment,
      SHOP_PORT: String(options.port),
      SHOP_PUBLIC_URL: `${options.publicUrl}/shop`,
      PURSER_URL: options.publicUrl,
    },
  });
  await log.close();
  return { close: () => stopKept(child, PATIENCE_MS) };
}
