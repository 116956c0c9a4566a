import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Envelope } from '@purser/contract/call';
import { transferAdd } from '@purser/contract/features/transfer';
import { wallClockOffBy } from '../../server/src/platform/testing/wall-clock.ts';
import { totpOf } from '../../server/src/platform/security/totp.ts';
import { Findings, type Seen } from './seen.ts';
import type { World } from './world.ts';

const LOAD_MS = 4_000;

/** One api's wall clock is 120 s ahead and the other's 120 s behind; codes and payments are good at both, and both say so. */
export async function wallClocksAreWrong(world: World): Promise<Seen> {
  const findings = new Findings(world);
  const { programs, merchants, owner } = world;
  await programs.restart('api-1', { NODE_OPTIONS: wallClockOffBy(120_000) });
  await programs.restart('api-2', { NODE_OPTIONS: wallClockOffBy(-120_000) });
  await programs.ready();
  const from = performance.now();
  await sleep(LOAD_MS);
  findings.undisturbed('everybody', {}, from);
  const [payer, payee] = merchants;
  for (const [name, api] of programs.apis) {
    await owner.query('update merchant set totp_last_step = 0 where merchant_id = $1', [payer?.merchantId]);
    const response = await fetch(api + transferAdd.path, {
      method: 'POST',
      headers: { authorization: payer?.token ?? '', 'content-type': 'application/json', 'idempotency-key': randomUUID(), language: 'en' },
      body: JSON.stringify({
        coin_name: 'USDP',
        receipt_merchant_id: payee?.merchantId,
        amount: '2.00',
        google_code: totpOf(payer?.totpSecret ?? '').generate(),
      }),
    });
    const { msg } = (await response.json()) as Envelope<unknown>;
    findings.note(`a code at ${name}: ${msg}`, msg === 'ok');
    const ready = await (await fetch(`${api}/ready`)).text();
    findings.note(`/ready of ${name} ${ready.includes('wall clock') ? 'tells' : 'does not tell'} it`, ready.includes('wall clock'));
  }
  findings.answersAreRight(from);
  for (const api of programs.apis.keys()) await programs.restart(api, { NODE_OPTIONS: '' });
  await programs.ready();
  return findings.result();
}
