import { styleText } from 'node:util';
import Table from 'cli-table3';
import { totpOf } from '../platform/security/totp.ts';
import type { DemoLogin } from './programs.ts';

interface Shown {
  readonly publicUrl: string;
  readonly operatorUrl: string | undefined;
  readonly demo: boolean;
  readonly logins: readonly DemoLogin[];
  readonly dataFolder: string;
  readonly took_ms: number;
}

const PLAIN = { head: [], border: [] };

/** What a newcomer needs to begin: addresses, logins, and a code that works right now. */
export function startTable(shown: Shown): string {
  const parts = [
    `${styleText('bold', 'Purser is running')}  (started in ${(shown.took_ms / 1000).toFixed(1)} s; Ctrl-C stops it)`,
    addresses(shown),
    ...(shown.logins.length > 0 ? [logins(shown.logins)] : []),
    ...authenticators(shown.logins),
  ];
  return `\n${parts.join('\n')}\n`;
}

function addresses({ publicUrl, operatorUrl, demo, dataFolder }: Shown): string {
  const rows = [
    ['Console', `${publicUrl}/`],
    ...(demo
      ? [
          ['Demo shop', `${publicUrl}/shop`],
          ['Demo mailbox', `${publicUrl}/demo/mailbox`],
        ]
      : []),
    ['Wallet', `${publicUrl}/wallet`],
    ['Operator console', `${operatorUrl ?? publicUrl}/operator`],
    ['API docs', `${publicUrl}/docs`],
    ['Data folder', dataFolder],
  ];
  const table = new Table({ style: PLAIN });
  table.push(joined(rows));
  return table.toString();
}

function logins(all: readonly DemoLogin[]): string {
  const head = ['Login', 'Username', 'Password', 'Besides'].map((title) => styleText('bold', title));
  const rows = all.map((login) => [login.what, login.username, login.password, besides(login)]);
  const table = new Table({ head, style: PLAIN });
  table.push(joined(rows));
  return table.toString();
}

/** All rows as one, so that the table's only rule is the one below its heading. */
function joined(rows: readonly string[][]): string[] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]).join('\n'));
}

function besides(login: DemoLogin): string {
  if (login.totpSecret !== undefined) return `Google code ${totpOf(login.totpSecret).generate()}`;
  return login.paymentPassword === undefined ? '' : `payment password ${login.paymentPassword}`;
}

/** One line for each secret, however many logins share it. */
function authenticators(all: readonly DemoLogin[]): string[] {
  const secrets = new Set(all.flatMap(({ totpSecret }) => totpSecret ?? []));
  return [...secrets].map((secret) => {
    const totp = totpOf(secret);
    const left_s = Math.ceil(totp.remaining() / 1000);
    return `Authenticator (TOTP) secret ${styleText('bold', secret)}, code now ${styleText('bold', totp.generate())} for ${left_s} s more.`;
  });
}
