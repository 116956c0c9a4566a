import type { Call } from '@purser/contract/call';
import { overviewHealth, overviewQuery } from '@purser/contract/features/overview';
import { partyMerchantQuery, partyUserQuery } from '@purser/contract/features/party';
import { countTurnover } from '../../server/src/features/overview/turnover.ts';
import { loadOperatorData, MERCHANTS, NAMES } from './operator-data.ts';
import { median, percentile, type Row } from './row.ts';
import { runAlone } from './scratch.ts';
import { type Served, timesOf, withServed } from './served.ts';

const FIRST_MERCHANT = 10_000_001;
const FIRST_USER = 50_000_001;
const USERS = 1_000_000;
const WARM_UP = 5;
const REQUESTS = 60;
const LIMIT_MS = 50;

/** What staff ask; random within each kind. */
type Ask = () => readonly [Call, Readonly<Record<string, unknown>>];

const whole = (below: number) => Math.floor(Math.random() * below);
const anyOf = <Value>(values: readonly Value[]): Value => values[whole(values.length)] as Value;

function asksOf(users: number): Readonly<Record<string, Readonly<Record<string, Ask>>>> {
  const merchants = (input: object) => [partyMerchantQuery, { page_size: 20, ...input }] as const;
  const wallet = (input: object) => [partyUserQuery, { page_size: 20, ...input }] as const;
  const user = () => whole(users);
  return {
    'the first page': {
      overview: () => [overviewQuery, { time_zone: 'Asia/Ho_Chi_Minh' }],
      health: () => [overviewHealth, {}],
    },
    'the list of merchants': {
      'first page': () => merchants({}),
      'page 100': () => merchants({ page: 100 }),
      number: () => merchants({ merchant_id: FIRST_MERCHANT + whole(MERCHANTS) }),
      username: () => merchants({ username: `merchant-${whole(MERCHANTS)}` }),
      'part of a name': () => merchants({ part: anyOf(NAMES).slice(1, 6) }),
      'part of one name': () => merchants({ part: `${anyOf(NAMES)} ${whole(MERCHANTS)}` }),
      'no such name': () => merchants({ part: 'nobody has this' }),
      status: () => merchants({ status: anyOf(['normal', 'suspended']) }),
      identity: () => merchants({ authentication_status: anyOf(['pending', 'approved', 'rejected']) }),
    },
    'the list of wallet users': {
      'first page': () => wallet({}),
      'page 100': () => wallet({ page: 100 }),
      number: () => wallet({ user_id: FIRST_USER + user() }),
      phone: () => wallet({ phone: `+8490${String(user()).padStart(7, '0')}` }),
      'e-mail': () => wallet({ email: `user${user()}@example.com` }),
      'part of a name': () => wallet({ part: anyOf(NAMES).slice(1, 6) }),
      'part of one name': () => wallet({ part: `${anyOf(NAMES)} ${user()}` }),
      'no such name': () => wallet({ part: 'nobody has this' }),
      status: () => wallet({ status: anyOf(['normal', 'suspended']) }),
      kind: () => wallet({ kind: anyOf(['ordinary', 'agent']) }),
    },
  };
}

/** The operator console's first page and its lists of parties, among many parties: each call from its route to its answer. */
export function benchOperator(databaseUrl: string, users = USERS): Promise<Row[]> {
  return withServed(
    databaseUrl,
    async (owner, _url, platform) => {
      await loadOperatorData(owner, users);
      await countTurnover(platform.db, 60_000);
      return { merchantId: FIRST_MERCHANT, userId: FIRST_USER };
    },
    (served) => measure(served, users),
  );
}

async function measure({ ask }: Served, users: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, asks] of Object.entries(asksOf(users))) {
    const times = await timesOf(asks, { warmUp: WARM_UP, requests: REQUESTS }, (next) => ask(...next()));
    const all = [...times.values()].flat();
    rows.push({
      what: `operator console: ${what}, ${MERCHANTS.toLocaleString('en')} merchants, ${users.toLocaleString('en')} users, p99`,
      measured: percentile(all, 0.99),
      unit: 'ms',
      budget: { kind: 'max', limit: LIMIT_MS },
      detail: `p50, p99 of each: ${[...times].map(([kind, of]) => `${kind} ${median(of).toFixed(1)}, ${percentile(of, 0.99).toFixed(1)} ms`).join('; ')}`,
    });
  }
  return rows;
}

if (import.meta.main) await runAlone((url) => benchOperator(url, Number(process.argv[2] ?? USERS)));
