import type { Queryable } from '@purser/ledger/accounts';
import type { Hex } from 'viem';

/** A chain of the demo's own, on which it gives USDT away that is worth nothing. There is none in real use. */
export interface TestChain {
  /** How much one press of the button brings, in whole USDT. */
  readonly amount: number;
  /** The networks that it may stand for, the usual one first. */
  readonly networks: readonly [string, ...string[]];
  /** Settles when the chain answers and its networks are connected: it is started when it is first asked for. */
  ready(): Promise<void>;
  /** Sends the amount to an address, and gives the transaction's hash once it is in a block. More blocks follow until it is final. */
  send(network: string, address: string): Promise<Hex>;
  /** Starts the chain again where something was on its way when the program ended, and makes blocks until what is there now is final. */
  wake(): void;
  /** Starts it where something waits for the signer there, and wakes it while something that was signed is not final. */
  look(db: Queryable): Promise<void>;
}

/** What one press of the button brings, over the network that is wished for where the chain stands for that. */
export function offerOf({ amount, networks }: TestChain, wished?: string): { readonly amount: number; readonly network: string } {
  return { amount, network: networks.find((one) => one === wished) ?? networks[0] };
}
