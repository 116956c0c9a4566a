import { LONGEST_ORDER_LIFETIME_MIN, SHORTEST_ORDER_LIFETIME_MIN } from '@purser/contract/payment-order';
import type { Integration } from './api.ts';

/** What is typed; the lifetime is a text until it is a number. */
export interface IntegrationDraft {
  readonly webhook_address: string;
  readonly return_address: string;
  readonly order_lifetime_min: string;
}

export type IntegrationField = keyof IntegrationDraft;
export type IntegrationContents = Pick<Integration, 'webhook_address' | 'return_address' | 'order_lifetime_min'>;

export function draftOf(integration: IntegrationContents): IntegrationDraft {
  const { webhook_address, return_address, order_lifetime_min } = integration;
  return { webhook_address, return_address, order_lifetime_min: String(order_lifetime_min) };
}

/** The fields that cannot be saved as they are. */
export function wrongFields(draft: IntegrationDraft): IntegrationField[] {
  const lifetime = Number(draft.order_lifetime_min.trim());
  const inRange = Number.isInteger(lifetime) && lifetime >= SHORTEST_ORDER_LIFETIME_MIN && lifetime <= LONGEST_ORDER_LIFETIME_MIN;
  return [
    ...(isWebAddress(draft.webhook_address) ? [] : ['webhook_address' as const]),
    ...(isWebAddress(draft.return_address) ? [] : ['return_address' as const]),
    ...(inRange ? [] : ['order_lifetime_min' as const]),
  ];
}

/** A whole web address, or none. Which ones may be called is for the server to say. */
function isWebAddress(text: string): boolean {
  const address = text.trim();
  return address === '' || (/^https?:\/\/\S+$/i.test(address) && URL.canParse(address));
}

export function contentsOf(draft: IntegrationDraft): IntegrationContents {
  return {
    webhook_address: draft.webhook_address.trim(),
    return_address: draft.return_address.trim(),
    order_lifetime_min: Number(draft.order_lifetime_min.trim()),
  };
}

/** The fields whose value would change. */
export function changedFields(before: IntegrationContents, after: IntegrationContents): IntegrationField[] {
  return (['webhook_address', 'return_address', 'order_lifetime_min'] as const).filter((field) => before[field] !== after[field]);
}

/** The field that a refusal concerns, or undefined when it concerns none of the form's. */
export function fieldOfRefusal(refusal: { readonly outcome: string; readonly data: unknown }): IntegrationField | undefined {
  if (refusal.outcome === 'webhook_address_refused') return 'webhook_address';
  if (refusal.outcome !== 'invalid_input') return undefined;
  const { fields } = (refusal.data ?? {}) as { fields?: unknown };
  const first = Array.isArray(fields) ? (fields[0] as { field?: unknown } | undefined)?.field : undefined;
  return first === 'webhook_address' || first === 'return_address' || first === 'order_lifetime_min' ? first : undefined;
}
