import type { Mutant } from './mutant.ts';
import { ACCESS_MUTANTS } from './table/access.ts';
import { CONTRACT_MUTANTS } from './table/contract.ts';
import { MONEY_MUTANTS } from './table/money.ts';
import { WEBHOOK_MUTANTS } from './table/webhook.ts';

export const MUTANTS: readonly Mutant[] = [...CONTRACT_MUTANTS, ...MONEY_MUTANTS, ...ACCESS_MUTANTS, ...WEBHOOK_MUTANTS];
