import type { Bindings, ChildLoggerOptions, Logger, LoggerOptions } from 'pino';

/** Names of what must never be written down, wherever in a logged value they stand. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'google_code',
  'payment_password',
  'payment_grant',
  'login_password',
  // PostgreSQL tells the whole row of a broken constraint there.
  'detail',
];

/** Structured logs, one JSON object a line, with every secret left out. */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    base: null,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), remove: true },
  };
}

/**
 * A request's own log, made when it writes its first line: most requests write none, and to look for secrets in what is said with every line of
 * a log was a sixth of the memory that a payment took. To ask for a method, as Fastify does of every request's log, is not to write yet.
 */
export function logOfRequest(log: Logger, bindings: Bindings, options: ChildLoggerOptions): Logger {
  let own: Logger | undefined;
  const made = (): Logger => (own ??= log.child(bindings, options));
  return new Proxy(log, {
    get(parent, name): unknown {
      const isMethod = typeof Reflect.get(parent, name) === 'function';
      if (own || !isMethod) return Reflect.get(made(), name);
      return (...given: unknown[]): unknown => {
        const writing = made();
        return Reflect.apply(Reflect.get(writing, name) as (...all: unknown[]) => unknown, writing, given);
      };
    },
  });
}
