import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { CannotStart } from '../platform/cannot-start.ts';

/**
 * A free port is looked for below those that systems give to connections on their way out (32768 and up on Linux, 49152 and up elsewhere): one of
 * those may be taken between being found free and being listened on, seconds later.
 */
const FREE_PORTS = { first: 20_000, last: 32_767 } as const;
const MOST_TRIES = 100;

/** Finds out whether the address can be listened on, before anything else is started; returns the port, a free one if it was 0. */
export async function claimPort(host: string, port: number): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const chosen = port === 0 ? randomInt(FREE_PORTS.first, FREE_PORTS.last + 1) : port;
    const failure = await failureToListen(host, chosen);
    if (failure === undefined) return chosen;
    if (port !== 0 || failure.code !== 'EADDRINUSE' || tries === MOST_TRIES) throw cannotListen(failure, host, chosen);
  }
}

async function failureToListen(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  if (host !== 'localhost') return probe(host, port);
  // A browser asks either loopback address; nobody else may answer on the other. A machine may lack IPv6.
  const failure = (await probe('127.0.0.1', port)) ?? (await probe('::1', port));
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(failure?.code ?? '') ? undefined : failure;
}

function probe(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', done);
    server.listen({ host, port }, () => server.close(() => done(undefined)));
  });
}

/** What an error of listening means for the person at the terminal. */
export function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): CannotStart {
  return new CannotStart(explain(error, host, port));
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `PORT: ${port} is taken by another program. Stop that one, or choose another port, such as PORT=${port + 1}.`;
    case 'EACCES':
      return `PORT: ${port} may not be opened by this user. Choose a port above 1023, such as PORT=3000.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: this machine has no address "${host}". Use localhost, or 0.0.0.0 for every address of the machine.`;
    default:
      return `PORT: ${host}:${port} cannot be listened on (${error.message}).`;
  }
}
