import type { Integration } from './api.ts';

export type IntegrationContents = Pick<Integration, 'return_address' | 'order_lifetime_min'>;
/** What is typed; the lifetime is a text until it is a number. */
export type IntegrationDraft = Record<keyof IntegrationContents, string>;

export function draftOf({ return_address, order_lifetime_min }: IntegrationContents): IntegrationDraft {
  return { return_address, order_lifetime_min: String(order_lifetime_min) };
}

export function contentsOf(draft: IntegrationDraft): IntegrationContents {
  return {
    return_address: draft.return_address.trim(),
    order_lifetime_min: Number(draft.order_lifetime_min.trim()),
  };
}

/** A whole web address, or none. Which ones may be called is for the server to say. */
export function isWebAddress(address: string): boolean {
  return address === '' || (/^https?:\/\/\S+$/i.test(address) && URL.canParse(address));
}

/** The fields whose value would change. */
export function changedFields(before: IntegrationContents, after: IntegrationContents): (keyof IntegrationContents)[] {
  return (['return_address', 'order_lifetime_min'] as const).filter((field) => before[field] !== after[field]);
}
