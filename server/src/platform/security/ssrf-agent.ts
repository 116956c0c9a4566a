import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { resolveTarget, type TargetPolicy } from './ssrf.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;

/**
 * Connections to permitted targets only. The look-up that connecting itself makes is the check: a name is resolved
 * once per connection, and what was checked is what is connected to, so a name that changes its address in between
 * (DNS rebinding) gains nothing. A kept connection leads where it was checked to lead.
 */
export function guardedAgent(policy: TargetPolicy): Agent {
  // The session cache is per connector; without it a second connection to an endpoint is only a little slower.
  const connect: buildConnector.connector = (options, callback) => {
    const plain = options.protocol === 'http:';
    const port = options.port === '' ? (plain ? 80 : 443) : Number(options.port);
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    const open = (): void => buildConnector({ lookup: guardedLookup(port, plain, policy), timeout: CONNECT_TIMEOUT_MS })(options, callback);
    // Connecting to a literal address makes no look-up, so it is checked here.
    if (isIP(host) === 0) open();
    else settle(resolveTarget({ host, port, plain }, policy), open, (error) => callback(error, null));
  };
  return new Agent({ connect, keepAliveTimeout: KEEP_ALIVE_MS, keepAliveMaxTimeout: KEEP_ALIVE_MS });
}

function guardedLookup(port: number, plain: boolean, policy: TargetPolicy): LookupFunction {
  return (host, options, callback) => {
    settle(
      resolveTarget({ host, port, plain }, policy),
      (addresses) => {
        const [first] = addresses;
        if (options.all) callback(null, [...addresses]);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error) => callback(error, ''),
    );
  };
}

/** Hands a promise's end to callbacks outside of the promise, so that what they throw is not taken for its failure. */
function settle<Value>(promise: Promise<Value>, done: (value: Value) => void, failed: (error: Error) => void): void {
  void (async () => {
    let outcome: () => void;
    try {
      const value = await promise;
      outcome = () => done(value);
    } catch (error) {
      outcome = () => failed(error as Error);
    }
    process.nextTick(outcome);
  })();
}
