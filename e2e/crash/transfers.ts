import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Envelope } from '@purser/contract/call';
import { transferAdd } from '@purser/contract/features/transfer';
import { totpOf } from '../../server/src/platform/security/totp.ts';
import type { LoadMerchant } from '../../server/src/platform/testing/load-parties.ts';
import type { World } from './load.ts';
import type { Promises, TransferTold } from './promises.ts';
import type { SeededRandom } from './random.ts';

const PAUSE_MS = 20;

/**
 * One transfer, of more than the merchant may have. Its idempotency key is its remark too, so that the transfers made under a
 * key can be counted.
 */
export async function transferOnce(world: World, promises: Promises, random: SeededRandom, from: LoadMerchant): Promise<void> {
  const { apis, merchants, sql } = world;
  const to = random.pick(merchants.filter(({ merchantId }) => merchantId !== from.merchantId));
  const key = randomUUID();
  const wanted = {
    coin_name: 'USDP',
    receipt_merchant_id: to.merchantId,
    amount: `${random.between(1, 40)}.${random.between(10, 99)}`,
    remark: key,
  };
  const ask = async (api: string): Promise<Envelope<unknown>> => {
    // A code is good once in its half minute; the test cannot wait for the next one.
    await sql('update merchant set totp_last_step = 0 where merchant_id = $1', [from.merchantId]).catch(() => {});
    const body = { ...wanted, google_code: totpOf(from.totpSecret).generate() };
    return apis.post(api + transferAdd.path, body, { authorization: from.token, 'idempotency-key': key }, random.between(800, 5_000));
  };
  const both = random.chance(0.15);
  const answers = await Promise.all(Array.from({ length: both ? 2 : 1 }, () => apis.untilAnswered(random, ask)));
  for (const { answer } of answers) note(promises, key, from.merchantId, toldBy(answer));
  if (random.chance(0.3)) {
    const again = await apis.once(() => ask(apis.besides(answers[0]?.api ?? '', random)));
    if (again) note(promises, key, from.merchantId, toldBy(again));
  }
  await sleep(PAUSE_MS);
}

function toldBy({ code, msg, data }: Envelope<unknown>): TransferTold {
  if (code === 200 || code === 42110) return { serialNumber: (data as { serial_number: string }).serial_number };
  return { refused: msg };
}

/** Keeps the first answer under the key, a refusal too; each later one must be the same. */
function note(promises: Promises, key: string, merchantId: number, told: TransferTold): void {
  const first = promises.transfers.get(key);
  if (first) {
    promises.repeated += 1;
    if (textOf(first.told) !== textOf(told)) {
      promises.contradict(`the transfer ${key} was answered ${textOf(first.told)}, then ${textOf(told)}`);
    }
    return;
  }
  promises.transfers.set(key, { merchantId, told });
  if (!('refused' in told)) return;
  if (told.refused === 'insufficient_balance') promises.insufficient += 1;
  else promises.contradict(`a transfer was refused: ${told.refused}`);
}

function textOf(told: TransferTold): string {
  return 'refused' in told ? `refused as ${told.refused}` : `made as ${told.serialNumber}`;
}
