import { z } from 'zod';
import { call } from '../call.ts';
import { empty, instant } from '../fields.ts';
import { networkName } from './market.ts';

/** How a node was found: it answers; has not come as far as what was settled; does not answer; is of another chain; contradicts itself. */
export const PROVIDER_STATES = ['answers', 'behind', 'silent', 'other_chain', 'wrong'] as const;
export type ProviderState = (typeof PROVIDER_STATES)[number];

/**
 * How the watching of a network stands, the worst first: nothing is credited until somebody decides; nobody has looked for long; something is wrong;
 * all is well; it is not watched, as it is off or not connected.
 */
export const WATCH_STATES = ['halted', 'unwatched', 'troubled', 'watched', 'off'] as const;
export type WatchState = (typeof WATCH_STATES)[number];

/** What can be wrong with a network: its nodes contradict each other or themselves, are too few, or cannot be asked. */
export const CHAIN_TROUBLES = [
  'no_node',
  'one_node',
  'two_to_begin',
  'blocks_differ',
  'transfers_differ',
  'transfer_missing',
  'block_gone',
  'final_gone',
  'chain_broken',
  'other_block',
  'other_transfer',
  'transfer_broken',
  'answer_too_large',
  'failed',
] as const;

/** What is wrong, with the values that its sentence tells: `{ block: '45000000' }`. Of `failed`, `words` are the node's or the library's own. */
export const chainTrouble = z.strictObject({ what: z.enum(CHAIN_TROUBLES), values: z.record(z.string(), z.string()) });
export type ChainTrouble = z.output<typeof chainTrouble>;

const block = z.int();
/** A number that is counted up to a bound. */
const counted = z.strictObject({ count: z.int(), is_exact: z.boolean() });

export const chainNetworkState = call({
  path: '/v1/operator/chain_network/state',
  caller: 'staff',
  permission: 'system.read',
  summary: 'How far the chain of each network has been looked at, what its nodes say, and what is wrong',
  input: empty,
  output: z.strictObject({
    answered_at: instant,
    list: z.array(
      z.strictObject({
        network: networkName,
        state: z.enum(WATCH_STATES),
        chain_id: z.int().nullable(),
        /** The newest block, and when it was last seen to grow; null before the first look. */
        head: block.nullable(),
        head_time: instant.nullable(),
        /** Up to which block deposits may be settled by what the nodes call final and by the confirmations that are asked for. */
        confirmed: block.nullable(),
        confirmations: z.int(),
        /** Up to which block everything was settled, when that last moved, and how many blocks it is behind what is confirmed. */
        settled: block.nullable(),
        settled_time: instant.nullable(),
        lag: z.int().nullable(),
        /** When a watcher last looked. */
        looked_time: instant.nullable(),
        /** Why nothing is settled until somebody decides; null otherwise. */
        halted: chainTrouble.nullable(),
        halted_time: instant.nullable(),
        /** What is wrong now; null otherwise. */
        trouble: chainTrouble.nullable(),
        trouble_time: instant.nullable(),
        /** What was wrong last, also after it was mended. */
        last_trouble: chainTrouble.nullable(),
        last_trouble_time: instant.nullable(),
        addresses: counted,
        confirming: counted,
        held: counted,
        /** The nodes in the order in which they are asked; of their addresses the host alone. */
        providers: z.array(
          z.strictObject({
            /** Its place among the network's nodes, from 0. */
            place: z.int(),
            host: z.string(),
            state: z.enum(PROVIDER_STATES),
            head: block.nullable(),
            final: block.nullable(),
            since: instant,
            looked_time: instant,
          }),
        ),
      }),
    ),
  }),
});
export type NetworkState = z.output<typeof chainNetworkState.output>['list'][number];
