import { CLOSING_OBSTACLES, type ClosingObstacle } from '@purser/contract/privacy';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';

interface ObstacleRow {
  readonly what: ClosingObstacle['what'];
  readonly coin: string | null;
  readonly amount: bigint | null;
  readonly serial_number: string | null;
}

/** What stands in the way of closing an account, money first. */
export async function closingObstacles(tx: Tx, userId: number): Promise<ClosingObstacle[]> {
  const { rows } = await tx.query<ObstacleRow>(
    'select what, coin, amount, serial_number from closing_obstacles($1) order by coin, serial_number',
    [userId],
  );
  await tx.coins.know(
    rows.flatMap(({ coin }) => coin ?? []),
    tx,
  );
  const obstacles = rows.map(({ what, coin, amount, serial_number }) => ({
    what,
    amount: amount !== null && coin !== null ? tx.coins.format(amount, coin) : null,
    coin_name: coin,
    serial_number,
  }));
  return CLOSING_OBSTACLES.flatMap((what) => obstacles.filter((one) => one.what === what));
}

/** The refusal that names the first obstacle; of money every coin of its kind. */
export function refusalOf(obstacles: readonly ClosingObstacle[]): Refusal | undefined {
  const [first] = obstacles;
  if (!first) return undefined;
  switch (first.what) {
    case 'balance':
      return refuse('closing_balance', { amount: amountsOf(obstacles, ['balance']) });
    case 'reward':
      return refuse('closing_reward', { amount: amountsOf(obstacles, ['reward']) });
    case 'frozen':
    case 'pending':
      return refuse('closing_held', { amount: amountsOf(obstacles, ['frozen', 'pending']) });
    case 'order':
      return refuse('closing_order', { order: first.serial_number ?? '' });
    case 'deposit':
      return refuse('closing_deposit');
    case 'identity':
      return refuse('closing_identity');
    case 'decision':
      return refuse('closing_decision');
  }
}

function amountsOf(obstacles: readonly ClosingObstacle[], kinds: readonly ClosingObstacle['what'][]): string {
  return obstacles
    .filter(({ what }) => kinds.includes(what))
    .map(({ amount, coin_name }) => `${amount} ${coin_name}`)
    .join(', ');
}
