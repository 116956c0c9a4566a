import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A reply other than "yes" at a step of the conversation, or what a broken server does instead of replying. */
type Reply = number | 'hang' | 'cut' | undefined;

export interface MailServerManners {
  readonly login?: { readonly user: string; readonly password: string };
  readonly connect?: Reply;
  readonly sender?: Reply;
  readonly recipient?: Reply;
  readonly data?: Reply;
  /** Takes the mail, and the connection is cut before the reply. */
  readonly cutAfterData?: boolean;
  /** Offers STARTTLS, with a certificate that nobody knows. */
  readonly startTls?: boolean;
}

export interface TakenMail {
  readonly raw: string;
  readonly email: Email;
  readonly from: string;
  readonly to: string;
}

/** A real mail server on this machine, which behaves as a test says, from one mail to the next. */
export class MailServer {
  readonly taken: TakenMail[] = [];
  manners: MailServerManners = {};
  /** Conversations that were begun. */
  conversations = 0;
  #server: SMTPServer;
  readonly #sockets = new Set<Socket>();

  private constructor(options: SMTPServerOptions) {
    this.#server = this.#make(options);
  }

  static async start(options: SMTPServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', () => resolve()));
    server.#server.server.on('connection', (socket: Socket) => {
      server.#sockets.add(socket);
      socket.once('close', () => server.#sockets.delete(socket));
    });
    return server;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #make(options: SMTPServerOptions): SMTPServer {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      disableReverseLookup: true,
      closeTimeout: 100,
      ...options,
      onAuth: ({ username, password }, _session, done) => {
        const { login } = this.manners;
        if (login && (username !== login.user || password !== login.password)) return done(refusal(535));
        return done(null, { user: username });
      },
      onConnect: (_session, done) => {
        this.conversations += 1;
        this.#reply(this.manners.connect, done);
      },
      onMailFrom: (_address, _session, done) => this.#reply(this.manners.sender, done),
      onRcptTo: (_address, _session, done) => this.#reply(this.manners.recipient, done),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => void this.#take(Buffer.concat(chunks), session.envelope, done));
      },
    });
    server.on('error', () => {});
    return server;
  }

  async #take(
    raw: Buffer,
    { mailFrom, rcptTo }: { mailFrom: false | { address: string }; rcptTo: readonly { address: string }[] },
    done: (error?: Error | null) => void,
  ): Promise<void> {
    if (this.manners.data !== undefined) return this.#reply(this.manners.data, done);
    this.taken.push({
      raw: raw.toString('utf8'),
      email: await PostalMime.parse(raw),
      from: mailFrom === false ? '' : mailFrom.address,
      to: rcptTo.map(({ address }) => address).join(),
    });
    if (this.manners.cutAfterData === true) return this.#cut();
    return done();
  }

  #reply(reply: Reply, done: (error?: Error | null) => void): void {
    if (reply === 'hang') return;
    if (reply === 'cut') return this.#cut();
    return done(reply === undefined ? null : refusal(reply));
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** A server's words may quote what it was sent: nothing of them may come back in a log or table. */
function refusal(responseCode: number): Error {
  return Object.assign(new Error('quoted-by-the-server'), { responseCode });
}
