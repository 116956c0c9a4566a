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
        /** Why nothing is settled until somebody decides; empty otherwise. */
        halted: z.string(),
        halted_time: instant.nullable(),
        /** What is wrong now; empty otherwise. */
        trouble: z.string(),
        trouble_time: instant.nullable(),
        /** What was wrong last, also after it was mended. */
        last_trouble: z.string(),
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
