import type { OutcomeName, OutcomeValues } from '@purser/contract/errors';
import type { Language } from '@purser/contract/language';
import { type Problem, problemText, type ProblemValues } from './problem-texts.ts';

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

/** A refusal for one field of the request. What is wrong with it is told in the language of whoever asked. */
export class WrongField extends Refusal {
  readonly #field: string;
  readonly #problem: Problem;
  readonly #problemValues: ProblemValues;

  constructor(field: string, problem: Problem, values: ProblemValues) {
    super('invalid_input', { field }, { fields: [{ field, problem: problemText(problem, 'en', values) }] });
    this.#field = field;
    this.#problem = problem;
    this.#problemValues = values;
  }

  /** The same as an answer tells it. */
  toldIn(language: Language): Refusal {
    const field = this.#field;
    const problem = problemText(this.#problem, language, this.#problemValues);
    return new Refusal('invalid_input', { field: `${field}: ${problem}` }, { fields: [{ field, problem }] });
  }
}

/** Refuses the request for one of its fields, and says what it should be. */
export function wrongField(field: string, problem: Problem, values: ProblemValues = {}): Refusal {
  return new WrongField(field, problem, values);
}
