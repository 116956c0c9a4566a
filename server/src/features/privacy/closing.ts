import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { z } from 'zod';
import { noticeLanguage } from '../../domain/notice.ts';
import { isAddress, messageTime, POST_FAREWELL, postMessage } from '../../domain/message.ts';
import { reservedUsername } from '../../domain/reserved-username.ts';
import { addJob, type Job, job, type JobKind } from '../../platform/commands/job-queue.ts';
import { keyedWrite, type PayerWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { announce } from '../../platform/streams/hub.ts';
import { closingObstacles, refusalOf } from './obstacles.ts';

const forgetting = z.strictObject({ user_id: z.number() });
/** Takes the name of a closed account off what merchants keep of it. Files go by the job that removes files. */
const FORGET_NAME: JobKind<z.output<typeof forgetting>> = { name: 'forget-payer-name', payload: forgetting, maxAttempts: 20 };
const ROWS_AT_ONCE = 1000;

interface Closing extends PayerWrite {
  /** Looks whether it is the owner who asks. */
  readonly confirm: () => Promise<void>;
}

/**
 * Closes a wallet user's account for good, in one transaction: where anything stands in the way, nothing happens. Refuses with what `confirm` refuses,
 * payer_suspended, and what names the obstacle.
 */
export async function closeAccount(platform: Platform, { confirm, ...context }: Closing): Promise<void> {
  const { secrets } = platform;
  const { userId } = context;
  await keyedWrite<null, void>(platform, context, {
    prepare: async () => {
      // Whoever cannot close it yet is told so without having used up an attempt.
      const obstacles = await platform.db.scoped(userId, (tx) => closingObstacles(tx, userId));
      const refusal = refusalOf(obstacles);
      if (refusal) throw refusal;
      await confirm();
    },
    act: async (tx) => {
      const { rows } = await tx.query<{ held: boolean }>('select hold_for_closing($1) as held', [userId]);
      if (rows[0]?.held !== true) throw refuse('payer_suspended');
      const refusal = refusalOf(await closingObstacles(tx, userId));
      if (refusal) throw refusal;
      const user = await tx
        .selectFrom('wallet_user')
        .select(['nick', 'username', 'email', 'markets', 'language'])
        .where('user_id', '=', BigInt(userId))
        .executeTakeFirstOrThrow();
      const { nick, username, email } = user;
      const language = await noticeLanguage(tx, userId, user);
      await tx.query('select close_wallet_user($1, $2)', [userId, username === null ? null : reservedUsername(secrets, username)]);
      // Its sessions are gone with it.
      await announce(tx, { ended: [userId] });
      await addJob(tx, secrets, FORGET_NAME, { user_id: userId }, `${FORGET_NAME.name} ${userId}`);
      if (email !== null && isAddress('mail', email)) {
        const variables = { name: nick, number: String(userId), time: messageTime(platform.clock.now()) };
        // In the provider's name: under the account's number no address is kept any more.
        const farewell = { ownerId: PROVIDER_OWNER_ID, kind: 'account_closed', channel: 'mail', to: email, language } as const;
        await postMessage(tx, secrets, { ...farewell, variables }, POST_FAREWELL);
      }
      return null;
    },
    audit: () => ({ action: 'wallet.close', details: {} }),
    // Names that are signed in with, and the message in the provider's name, are nobody's own.
    acrossOwners: true,
  });
}

/** What the worker does for closed accounts. */
export function privacyJobs(platform: Platform): Job[] {
  return [
    job<z.output<typeof forgetting>>({
      ...FORGET_NAME,
      async run({ user_id }, { signal }) {
        const merchants = await platform.db.systemTransaction((tx) => merchantsOf(tx, user_id));
        for (const merchantId of merchants) {
          for (let isMore = true; isMore;) {
            signal.throwIfAborted();
            isMore = await platform.db.systemTransaction(async (tx) => {
              const { rows } = await tx.query<{ more: boolean }>('select forget_payer_name($1, $2, $3) as more', [
                merchantId,
                user_id,
                ROWS_AT_ONCE,
              ]);
              return rows[0]?.more === true;
            });
          }
        }
      },
    }) as Job,
  ];
}

/** Merchants who have ever moved money from or to this account, or meant to. */
async function merchantsOf(tx: Tx, userId: number): Promise<number[]> {
  const { rows } = await tx.query<{ merchant_id: bigint }>(
    `select distinct merchant.merchant_id from (
       select counterparty as merchant_id from ledger.entry where owner_id = $1 and counterparty is not null
       union select owner_id from review_order where payee_id = $1
     ) as met join merchant using (merchant_id) order by 1`,
    [userId],
  );
  return rows.map(({ merchant_id }) => Number(merchant_id));
}
