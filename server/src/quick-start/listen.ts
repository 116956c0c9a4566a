import { createServer } from 'node:net';

/** A reason not to start that the person at the terminal can remove; shown without a stack. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/** Finds out whether the address can be listened on, before anything else is started; returns the port, chosen if it was 0. */
export async function claimPort(host: string, port: number): Promise<number> {
  if (host !== 'localhost') return claim(host, port);
  const chosen = await claim('127.0.0.1', port);
  // A browser asks either loopback address; nobody else may answer on the other. A machine may lack IPv6.
  await claim('::1', chosen, ['EADDRNOTAVAIL', 'EAFNOSUPPORT']);
  return chosen;
}

function claim(host: string, port: number, borne: readonly string[] = []): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (borne.includes(error.code ?? '')) done(port);
      else failed(cannotListen(error, host, port));
    });
    probe.listen({ host, port }, () => {
      const address = probe.address();
      const found = address !== null && typeof address === 'object' ? address.port : port;
      probe.close(() => done(found));
    });
  });
}

/** What an error of listening means for the person at the terminal. */
export function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): CannotStart {
  return new CannotStart(explain(error, host, port));
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `PORT: ${port} is taken by another program. Stop that one, or choose another port, such as: PORT=${port + 1} npm start`;
    case 'EACCES':
      return `PORT: ${port} may not be opened by this user. Choose a port above 1023, such as: PORT=3000 npm start`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: this machine has no address "${host}". Use localhost, or 0.0.0.0 for every address of the machine.`;
    default:
      return `PORT: ${host}:${port} cannot be listened on (${error.message}).`;
  }
}
