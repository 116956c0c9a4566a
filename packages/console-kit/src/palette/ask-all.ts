import type { LookUp } from './entry.ts';

/** Asks several questions at once. One that was not answered counts only where no other found anything. */
export function askAll(questions: readonly LookUp[]): LookUp | undefined {
  if (questions.length === 0) return undefined;
  return async (signal) => {
    const answers = await Promise.allSettled(questions.map((ask) => ask(signal)));
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (found.length === 0 && failed) throw failed.reason;
    return found;
  };
}
