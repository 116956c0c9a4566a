import type { Logger } from 'pino';
import type { TestChain } from '../platform/chain/test-chain.ts';
import type { Mailbox } from '../platform/mailbox.ts';
import type { Settings } from '../platform/settings.ts';

/** What every program of Purser is started with. */
export interface ProgramContext {
  readonly settings: Settings;
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  readonly log: Logger;
  /** Where the demo shop listens, for the api to pass /shop on to; undefined with the demo off. */
  readonly shopUrl: string | undefined;
  /** Where the demo's messages end; undefined with the demo off, and where api and worker are processes of their own. */
  readonly mailbox?: Mailbox | undefined;
  /** The demo's own chain; undefined with the demo off, and where this machine has no program for it. */
  readonly testChain?: TestChain | undefined;
}

export interface Program {
  close(): Promise<void>;
}

/** A login to show in the table. */
export interface DemoLogin {
  readonly what: string;
  readonly username: string;
  readonly password: string;
  /** A payer's six digits. */
  readonly paymentPassword?: string;
  /** The authenticator's secret in base32, if one is bound. */
  readonly totpSecret?: string;
}

export interface Seeded {
  readonly logins: readonly DemoLogin[];
  /** For the demo shop: what a merchant's system is configured with. */
  readonly shop?: { readonly accessKey: string; readonly secret: string; readonly webhookSecret: string };
}
