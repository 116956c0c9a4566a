import { vi } from 'vitest';

/** Waits until a check holds. Machines that are busy with other tests take their time. */
export function eventually<Result>(check: () => Result): Promise<Awaited<Result>> {
  return vi.waitFor(check, { timeout: 10_000 }) as Promise<Awaited<Result>>;
}
