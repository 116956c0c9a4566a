import { USDT_DECIMALS } from '@purser/contract/exchange';
import { chainAddress } from '../../domain/chain-address.ts';
import { connectedNetworks } from '../../domain/chain-network.ts';
import { decimal } from '../../domain/raw-amount.ts';
import type { Platform } from '../../platform/platform.ts';
import { keepReckoning } from './jobs.ts';
import { reckon, type Reckoning } from './reckon.ts';

/** Reckons one network's custody and tells it line by line; what was reckoned with addresses of its own is told and not kept. */
export async function reservesCommand(
  { operator }: Platform,
  name: string,
  more: readonly string[],
): Promise<{ text: string; drift: bigint }> {
  const network = (await connectedNetworks(operator.db.system)).find((one) => one.network === name);
  if (!network) throw new Error(`${name} is not connected, or is switched off`);
  const also = more.map((text) => {
    const address = chainAddress(network.kind, text);
    if (address === undefined) throw new Error(`${text} is no address on ${name}`);
    return address;
  });
  const found = await reckon(operator.db, network, also);
  if (also.length === 0) await keepReckoning(operator.db, found);
  return { text: linesOf(found).join('\n'), drift: found.drift };
}

function linesOf({ network, block, addresses, held, expected, drift, parts, unit }: Reckoning): string[] {
  const decimals = String(unit).length - 1 + USDT_DECIMALS;
  const line = (words: string, raw: bigint): string => `  ${words.padEnd(62)} ${decimal(raw, decimals).padStart(32)}`;
  return [
    `${network} at block ${block}, in USDT:`,
    line('in custody, as the ledger says', parts.custody),
    line('+ deposits that are final and not credited', parts.uncredited),
    line('+ what is below the smallest unit of what was credited', parts.remainders),
    line('+ recharges that were told and wait for staff', parts.told),
    line('- recharges that were approved and are in a later block', parts.toldLater),
    line('- payouts that have left and are not settled', parts.leaving),
    line('+ payouts that are settled and left in a later block', parts.leftLater),
    line('= expected', expected),
    line(`on the chain, at ${addresses} addresses`, held),
    line('drift', drift),
  ];
}
