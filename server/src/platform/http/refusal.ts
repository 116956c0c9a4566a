import type { OutcomeName, OutcomeValues } from '@purser/contract/errors';

/**
 * A call's refusal: an outcome of the catalogue other than success. Thrown, so that the transaction around it
 * rolls back; the envelope turns it into the answer. Anything else that is thrown is a fault of ours.
 */
export class Refusal extends Error {
  readonly outcome: OutcomeName;
  readonly values: Readonly<Record<string, string | number>>;
  readonly data: unknown;

  constructor(outcome: OutcomeName, values: Readonly<Record<string, string | number>>, data: unknown) {
    super(outcome);
    this.name = 'Refusal';
    this.outcome = outcome;
    this.values = values;
    this.data = data;
  }
}

/** Makes a refusal; the values that the outcome's text needs are checked by type. */
export function refuse<Name extends OutcomeName>(
  outcome: Name,
  ...rest: [keyof OutcomeValues<Name>] extends [never]
    ? [values?: Record<string, never>, data?: unknown]
    : [values: OutcomeValues<Name>, data?: unknown]
): Refusal {
  const [values = {}, data = null] = rest;
  return new Refusal(outcome, values, data);
}

/** Refuses the request for one of its fields, and says what is wrong with it. */
export function wrongField(field: string, problem: string): Refusal {
  return refuse('invalid_input', { field }, { fields: [{ field, problem }] });
}
