import { isFinal, OUTCOMES, type OutcomeName } from './errors.ts';

/**
 * The names of the refusals that hold for the request itself. The consoles' build evaluates this module and puts the names alone in its
 * place: the catalogue with its texts in every language is large.
 */
export const FINAL_OUTCOMES: readonly string[] = (Object.keys(OUTCOMES) as OutcomeName[]).filter(isFinal);
