import type { QueueKind } from '@purser/contract/features/queue';
import type { Row } from './queue-details.tsx';

/** The provider is no party. */
const PROVIDER = '1';

/** Names one that waits, in the address too. */
export const keyOf = ({ kind, owner_id, item_id }: Pick<Row, 'kind' | 'owner_id' | 'item_id'>) => `${kind}.${owner_id}.${item_id}`;

/** What a key names. What is about the provider is found by its id alone. */
export function whichOf(key: string): { kind: QueueKind; owner_id?: number; item_id: string } {
  const [kind = '', owner = '', ...item] = key.split('.');
  return { kind: kind as QueueKind, ...(owner !== PROVIDER && { owner_id: Number(owner) }), item_id: item.join('.') };
}
