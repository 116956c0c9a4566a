import { FIRST_USER, type Loaded, loadReviewOrders } from '../../server/src/main/testing/review-list-data.ts';
import { REVIEW_LISTS } from '../../server/src/main/testing/review-lists.ts';
import { withoutIndexes } from './operator-data.ts';
import { median, type Row } from './row.ts';
import { runAlone } from './scratch.ts';
import { type Served, withServed } from './served.ts';

/** Of each kind ten thousand of the one merchant: as far as a list's rows are counted. */
const FEW = 60_000;
const MANY = 10_000_000;
const WARM_UP = 8;
const REQUESTS = 40;

/** The lists of orders under review: a page under any filter and sort among many orders against the same among ten thousand of each kind, from route to answer. */
export function benchReviewLists(databaseUrl: string, orders = MANY): Promise<Row[]> {
  // The many first, as who is logged in beside the few does not stay so while they are made.
  return withOrders(databaseUrl, orders, (many) => withOrders(databaseUrl, FEW, (few) => compare(few, many)));
}

type Orders = Served & Loaded;

async function compare(few: Orders, many: Orders): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [call, asks] of REVIEW_LISTS) {
    const ratios: { name: string; low: number; high: number }[] = [];
    for (const [name, ask] of Object.entries(asks)) {
      const times = { few: [] as number[], many: [] as number[] };
      for (let request = 0; request < WARM_UP + REQUESTS; request += 1) {
        times.few.push(await few.ask(call, ask(few)));
        times.many.push(await many.ask(call, ask(many)));
      }
      ratios.push({ name, low: median(times.few.slice(WARM_UP)), high: median(times.many.slice(WARM_UP)) });
    }
    const worst = ratios.toSorted((a, b) => b.high / b.low - a.high / a.low)[0] ?? { name: '', low: 1, high: Number.NaN };
    rows.push({
      what: `${call.path}: slowest filter, ${many.orders.toLocaleString('en')} orders / ${FEW.toLocaleString('en')}`,
      measured: worst.high / worst.low,
      unit: 'x',
      budget: { kind: 'max', limit: 1.5 },
      detail: `worst: ${worst.name}; medians: ${ratios.map(({ name, low, high }) => `${name} ${low.toFixed(1)} -> ${high.toFixed(1)} ms`).join('; ')}`,
    });
  }
  return rows;
}

function withOrders(databaseUrl: string, orders: number, work: (served: Orders) => Promise<Row[]>): Promise<Row[]> {
  return withServed<Loaded & { userId: number }, Row[]>(
    databaseUrl,
    async (owner) => ({
      ...(await loadReviewOrders(owner, orders, (table, fill) => withoutIndexes(owner, table, fill))),
      userId: FIRST_USER,
    }),
    work,
  );
}

if (import.meta.main) await runAlone((url) => benchReviewLists(url, Number(process.argv[2] ?? MANY)));
