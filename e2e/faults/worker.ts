import { setTimeout as sleep } from 'node:timers/promises';
import { mainAccount } from '@purser/ledger/account';
import { planIssuance } from '@purser/ledger/posting';
import { postBatch } from '@purser/ledger/store';
import { randomUUID } from 'node:crypto';
import { Findings, type Seen } from './seen.ts';
import type { World } from './world.ts';

const BATCHES = 25;
const BATCH = 400;
/** Fewer entries than this are read quickly enough as they are, and are not folded. */
const LEAST_FOLDED = 1_000;
/** What folding a part of the backlog takes longer than usual: as long as a part that is a hundred times larger. */
const SLOWED_BY_S = 0.5;
const CAUGHT_UP_WITHIN_MS = 15_000;

/** What the worker missed is made up for part by part, each of which is kept: a backlog of any size ends. */
export async function workerIsFrozen(world: World): Promise<Seen> {
  const findings = new Findings(world);
  const { programs, owner } = world;
  const ownerId = world.users[0]?.userId ?? 0;
  const from = performance.now();
  programs.freeze('worker');

  await postBacklog(world, ownerId);
  findings.undisturbed('payments', {}, from);
  await owner.query(
    `create function public.slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(${SLOWED_BY_S}); return null; end $$;
     create trigger slowly after insert on ledger.rollup for each statement execute function public.slowly()`,
  );

  const missed = await unfolded(world, ownerId);
  programs.thaw('worker');
  const thawed = performance.now();
  let left = missed;
  let parts = 0;
  while (left >= LEAST_FOLDED && performance.now() - thawed < CAUGHT_UP_WITHIN_MS) {
    await sleep(100);
    const now = await unfolded(world, ownerId);
    if (now < left) parts += 1;

    left = Math.min(left, now);
  }

  const tookS = ((performance.now() - thawed) / 1000).toFixed(1);
  await owner.query('drop trigger slowly on ledger.rollup; drop function public.slowly()');
  findings.note(`${missed} entries of one account unfolded, ${left} after ${tookS} s`, missed > LEAST_FOLDED && left < LEAST_FOLDED);
  findings.note(`folded and kept in ${parts} parts`, parts > 1);
  findings.answersAreRight(from);
  return findings.result();
}

async function postBacklog({ platform }: World, ownerId: number): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const postings = Array.from({ length: BATCH }, (_, n) =>
      planIssuance({
        owner_id: ownerId,
        posting_id: randomUUID(),
        serial_number: `BACKLOG-${batch}-${n}`,
        to: mainAccount(ownerId, 'USDP'),
        amount_minor: 1n,
      }),
    );
    await platform.db.systemTransaction((client) => postBatch(client, platform.ledgerKey, postings));
  }
}

async function unfolded({ owner }: World, ownerId: number): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select (account.version - coalesce(rollup.rolled_up_to_version, 0))::int as count
     from ledger.account left join ledger.rollup using (owner_id, coin, purpose)
     where owner_id = $1 and coin = 'USDP' and purpose = 'main'`,
    [ownerId],
  );
  return rows[0]?.count ?? 0;
}
