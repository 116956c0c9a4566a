import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Archive, build, namingArchive } from '../build/build.ts';

/** What a merchant does: installs the archive into an empty folder of their own, far from this repository. */
const folder = mkdtempSync(path.join(tmpdir(), 'merchant-'));
const repository = path.resolve(import.meta.dirname, '../../..');
const modules = path.join(repository, 'node_modules');
const run = (command: string, args: string[]) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const program = `
import { createServer } from 'node:http';
import { Purser, PurserError, verifyWebhook, WebhookError } from '@purser/client';
const server = createServer((request, response) => {
  response.end(JSON.stringify({ code: 6305, msg: 'merchant_order_duplicate', detail: 'taken', data: null, request_id: request.headers['purser-key'] }));
}).listen(0, '127.0.0.1', async () => {
  const purser = new Purser({ baseUrl: 'http://127.0.0.1:' + server.address().port, accessKey: 'ak_9', secret: 's' });
  try { await purser.orders.create({ order_id: 'A-1', coin_name: 'USDP', amount: '1.00' }); }
  catch (error) { if (error instanceof PurserError) console.log(error.name, error.requestId); }
  try { verifyWebhook('{}', {}, 'whsec_AAAA'); } catch (error) { if (error instanceof WebhookError) console.log('refused'); }
  server.close();
});
`;

const typed = `
import { Purser, PurserError, verifyWebhook } from '@purser/client';
import type { Order, Refund, WebhookEvent, Withdrawal } from '@purser/client';
const purser = new Purser({ baseUrl: 'https://pay.example', accessKey: 'a', secret: 's', fetch: globalThis.fetch });
const order: Order = await purser.orders.create({ order_id: 'A-1', coin_name: 'USDP', amount: '1.00' });
const state: 'created' | 'scanned' | 'paid' | 'cancelled' | 'expired' = order.order_status;
// @ts-expect-error an amount is a decimal string, never a number
await purser.orders.create({ order_id: state, coin_name: 'USDP', amount: 1 });
// @ts-expect-error an order is in some coin
await purser.orders.create({ order_id: 'A-1', amount: '1.00' });
const refund: Refund = await purser.refunds.create({ refund_id: 'R-1', order_id: 'A-1', amount: '1.00' });
const withdrawal: Withdrawal = await purser.withdrawals.create({ order_id: 'W-1', payment_id: 50000001, coin_name: 'USDP', amount: '1.00' });
const decided: 'pending_review' | 'approved' | 'rejected' | 'cancelled' = (await purser.withdrawals.query({ order_id: 'W-1' })).order_status;
export const free: string | undefined = (await purser.balances()).list.find(({ coin_name }) => coin_name === withdrawal.coin_name)?.available_asset;
export const markets: string[] = (await purser.user({ external_account: decided })).markets;
export const given: string = refund.amount;
export const rate: string = (await purser.rate({ coin_name: 'CNYT' })).rate;
const event: WebhookEvent = verifyWebhook('', new Headers(), 's');
export const paid = event.type === 'order.paid' ? event.data.paid_time : event.type;
export const rejected = event.type === 'withdrawal.rejected' ? event.data.remark : '';
export const code = (error: unknown): number => (error instanceof PurserError ? error.code : 0);
`;

let archive: Archive;

beforeAll(async () => {
  const dist = path.join(folder, 'dist');
  archive = await build(dist);
  writeFileSync(path.join(folder, archive.name), archive.content);
  writeFileSync(path.join(folder, 'package.json'), '{"private":true,"type":"module"}');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${archive.name}`]);
  rmSync(dist, { recursive: true });
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('npm notes the checksum that the build says', () => {
  const lock = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  expect(lock.packages['node_modules/@purser/client']?.integrity).toBe(archive.integrity);
});

test('the archive is named by its content', () => {
  const hash = Buffer.from(archive.integrity.replace('sha512-', ''), 'base64').toString('hex').slice(0, 12);
  expect(archive.name).toMatch(new RegExp(`^purser-client-[\\d.]+-${hash}\\.tgz$`));
});

test.each(['docs/integrate.md', 'docs/samples/purser.mts', 'packages/client/README.md'])('%s can name the archive as it is', (file) => {
  const text = namingArchive(readFileSync(path.join(repository, file), 'utf8'), archive.name);
  const named = Array.from(text.matchAll(/purser-client-[\w.-]*\.tgz/g), ([name]) => name);
  expect(new Set(named)).toEqual(new Set([archive.name]));
});

test('the archive installs alone, without a single dependency', () => {
  expect(readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@purser']);
});

test('plain JavaScript runs with it, as a module and by require', () => {
  writeFileSync(path.join(folder, 'program.mjs'), program);
  expect(run(process.execPath, ['program.mjs']).trim().split('\n').sort()).toEqual(['merchant_order_duplicate ak_9', 'refused']);
  writeFileSync(path.join(folder, 'program.cjs'), "console.log(typeof require('@purser/client').Purser)");
  expect(run(process.execPath, ['program.cjs']).trim()).toBe('function');
});

test.each(['nodenext', 'esnext'])('TypeScript (%s, strict, libraries checked) accepts right uses and refuses wrong ones', (module) => {
  writeFileSync(path.join(folder, 'program.ts'), typed);
  const compilerOptions = {
    module,
    moduleResolution: module === 'esnext' ? 'bundler' : module,
    target: 'es2022',
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    types: ['node'],
    typeRoots: [path.join(modules, '@types')],
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  expect(run(process.execPath, [path.join(modules, 'typescript/bin/tsc'), '-p', '.'])).toBe('');
});
