import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Envelope } from '@purser/contract/call';
import { transferAdd } from '@purser/contract/features/transfer';
import { refill } from '../../server/src/platform/testing/load-parties.ts';
import { totpOf } from '../../server/src/platform/security/totp.ts';
import { Findings, type Seen } from './seen.ts';
import type { World } from './world.ts';

const COIN_MINOR = 100n;

/**
 * A first attempt hangs at a frozen api; the same key at the other api is refused for want of money; money comes in; the frozen api
 * goes on. What was refused must stay refused, and a new act must be done.
 */
export async function sameKeyAtTwoApis(world: World): Promise<Seen> {
  const findings = new Findings(world);
  const { programs, merchants, owner } = world;
  const [hung = '', other = ''] = programs.apis.values();
  const [from, to] = merchants;
  if (!from || !to) throw new Error('there are no merchants');
  const key = randomUUID();
  const { rows } = await owner.query<{ available: string }>(
    `select available from ledger.account where owner_id = $1 and coin = 'USDP' and purpose = 'main'`,
    [from.merchantId],
  );
  // Payments keep coming in meanwhile: far more than they bring.
  const amount = BigInt(rows[0]?.available ?? 0) + 1_000_000n * COIN_MINOR;
  const transfer = (api: string, idempotencyKey: string): Promise<string> => ask(api, idempotencyKey).catch(String);
  const ask = async (api: string, idempotencyKey: string): Promise<string> => {
    await owner.query('update merchant set totp_last_step = 0 where merchant_id = $1', [from.merchantId]);
    const response = await fetch(api + transferAdd.path, {
      method: 'POST',
      headers: { authorization: from.token, 'content-type': 'application/json', language: 'en', 'idempotency-key': idempotencyKey },
      body: JSON.stringify({
        coin_name: 'USDP',
        receipt_merchant_id: to.merchantId,
        amount: `${amount / COIN_MINOR}.00`,
        remark: key,
        google_code: totpOf(from.totpSecret).generate(),
      }),
      signal: AbortSignal.timeout(30_000),
    });
    return ((await response.json()) as Envelope<unknown>).msg;
  };
  programs.freeze('api-1');
  const first = transfer(hung, key);
  await sleep(300);
  const second = await transfer(other, key);
  findings.note(`the other api: ${second}`, second === 'insufficient_balance');
  await refill(world.platform, owner, { userId: from.merchantId, token: '' }, 2n * amount);
  programs.thaw('api-1');
  const late = await first;
  findings.note(`the frozen one, afterwards: ${late}`, late === 'insufficient_balance');
  const made = await owner.query('select from merchant_transfer where merchant_id = $1 and remark = $2', [from.merchantId, key]);
  findings.note(`${made.rowCount} transfers made`, made.rowCount === 0);
  const mended = await transfer(other, randomUUID());
  findings.note(`a new act: ${mended}`, mended === 'ok');
  return findings.result();
}
