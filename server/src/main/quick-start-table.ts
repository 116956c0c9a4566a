import { styleText } from 'node:util';
import Table from 'cli-table3';
import { TOTP } from 'otpauth';
import type { DemoLogin } from './quick-start-programs.ts';

interface Shown {
  readonly publicUrl: string;
  readonly demo: boolean;
  readonly logins: readonly DemoLogin[];
  readonly dataFolder: string;
  readonly took_ms: number;
}

const NO_BORDER_BETWEEN = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };

/** What a newcomer needs to begin: addresses, logins, and a code that works right now. */
export function startTable(shown: Shown): string {
  const { publicUrl, demo } = shown;
  const table = new Table({ chars: NO_BORDER_BETWEEN, style: { head: [], border: [] } });
  const address = (name: string, path: string): [string, string] => [name, `${publicUrl}${path}`];
  table.push(address('Console', '/'));
  if (demo) table.push(address('Demo shop', '/shop'));
  table.push(address('Wallet', '/wallet'), address('API docs', '/docs'));
  for (const login of shown.logins) table.push(['', ''], ...loginRows(login));
  table.push(['', ''], ['Data', shown.dataFolder]);
  const title = styleText('bold', `Purser is running`);
  return `\n${title}  (started in ${(shown.took_ms / 1000).toFixed(1)} s; Ctrl-C stops it)\n${table.toString()}\n`;
}

function loginRows(login: DemoLogin): [string, string][] {
  const payment = login.paymentPassword === undefined ? '' : `   payment password ${login.paymentPassword}`;
  const rows: [string, string][] = [[login.what, `${login.username} / ${login.password}${payment}`]];
  if (login.totpSecret !== undefined) {
    const totp = new TOTP({ secret: login.totpSecret });
    const left_s = Math.ceil(totp.remaining() / 1000);
    rows.push(
      ['  TOTP secret', login.totpSecret],
      ['  code now', `${totp.generate()}  (for ${left_s} s; later ones from any authenticator app)`],
    );
  }
  return rows;
}
