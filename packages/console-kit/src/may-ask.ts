import type { Call } from '@purser/contract/call';
import { z } from 'zod';

/** Whether a call takes an input. What the address names in another form than its like have there is not: it needs no asking, which would be refused as a mistake of ours. */
export function mayAsk(call: Call, input: unknown): boolean {
  return z.safeParse(call.input, input).success;
}
