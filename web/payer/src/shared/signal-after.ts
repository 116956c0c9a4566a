/** Aborts after so many milliseconds. `AbortSignal.timeout` is missing where these pages come alive: Safari before 16, Chrome before 103. */
export function signalAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}
