import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type {
  walletPasskeyAdd,
  walletPasskeyCreation,
  walletPasskeyList,
  walletPasskeyLogin,
  walletPasskeyRemove,
  walletPasskeyRequest,
} from '@purser/contract/features/wallet-passkey';
import { postNotice } from '../../domain/notice.ts';
import {
  checkPayerPasskey,
  keepPayerPasskey,
  payerCredentials,
  payerHandle,
  refuseFullPasskeys,
  sessionMark,
  takePayerPasskey,
  userOfHandle,
} from '../../domain/payer-passkey.ts';
import { checkPaymentPassword } from '../../domain/payment-password.ts';
import { lockWalletUser } from '../../domain/wallet-bank.ts';
import { refuseOtherPayer } from '../../platform/http/shown-payer.ts';
import { keyedWrite, type PayerSessionWrite } from '../../platform/commands/write.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, PayerContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ChallengeFor, creationOf, ofPayers, readNewPasskey, readyForPasskeys, requestOf } from '../../platform/security/passkeys.ts';
import { endOtherSessions } from '../../platform/security/sessions.ts';
import { madeUpFor, signInSubjects } from '../../platform/security/sign-in-limits.ts';
import { findById } from './queries.ts';
import type { From, SignedIn } from './service.ts';
import { signIn } from './sign-in.ts';

type Creation = OutputOf<typeof walletPasskeyCreation>;
type Added = OutputOf<typeof walletPasskeyAdd>;

const SIGN_IN = { use: 'payer_sign_in' } as const;

/** Passkeys of wallet users: they sign in by them, and confirm payments in place of the payment password. */
export class Passkeys {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** What a browser is asked for before anybody has said who they are. */
  async request(): Promise<OutputOf<typeof walletPasskeyRequest>> {
    return requestOf(ofPayers(this.#platform), SIGN_IN);
  }

  /** Signs in whoever holds the passkey. Nothing can be guessed here, so no slider is asked for; what is refused is counted all the same. */
  async login({ passkey, user_handle }: ParsedInputOf<typeof walletPasskeyLogin>, from: From): Promise<SignedIn> {
    const { db, maintenance, secrets, throttle } = this.#platform;
    if (await maintenance.isRunning()) throw refuse('maintenance');
    const userId = userOfHandle(secrets, user_handle);
    const found = userId === undefined ? undefined : await findById(db, userId, from.ip);
    const account = found ? `user ${found.user_id}` : 'nobody passkey';
    const subjects = signInSubjects({ account, ip: from.ip, known: found?.known_address === true });
    const user = await throttle.attempt(subjects, ['passkey_refused'], async () => {
      const id = Number(found?.user_id);
      const asserted = found && (await checkPayerPasskey(this.#platform, db.systemQueries, id, SIGN_IN, passkey));
      if (!asserted || !(await db.systemTransaction((tx) => takePayerPasskey(tx, id, asserted)))) throw refuse('passkey_refused');
      return found;
    });
    if (user.status === 'suspended') throw refuse('payer_suspended');
    await throttle.clear(madeUpFor(subjects));
    return signIn(this.#platform, user, from);
  }

  async list(userId: number): Promise<OutputOf<typeof walletPasskeyList>> {
    const rows = await this.#platform.db.scoped(userId, (tx) =>
      tx
        .selectFrom('payer_passkey')
        .select(['passkey_id', 'name', 'synced', 'created_at', 'last_used_at'])
        .where('user_id', '=', BigInt(userId))
        .orderBy('passkey_id')
        .execute(),
    );
    const list = rows.map(({ created_at, last_used_at, ...passkey }) => ({
      ...passkey,
      create_time: created_at.toISOString(),
      last_used_time: last_used_at?.toISOString() ?? null,
    }));
    return { list };
  }

  /** Whoever found a session open does not know the payment password, and so makes no passkey. */
  async creation({ payment_password, user_id }: ParsedInputOf<typeof walletPasskeyCreation>, context: PayerContext): Promise<Creation> {
    const platform = this.#platform;
    const { userId, session } = context;
    refuseOtherPayer(user_id, userId);
    const { nick, credentials } = await platform.db.scoped(userId, async (tx) => {
      const user = await tx.selectFrom('wallet_user').select('nick').where('user_id', '=', BigInt(userId)).executeTakeFirstOrThrow();
      await refuseFullPasskeys(tx, userId);
      return { ...user, credentials: await payerCredentials(tx, userId) };
    });
    const account = { handle: payerHandle(platform.secrets, userId), username: nick, name: nick, credentials };
    const asked = creationOf(ofPayers(platform), challengeFor(context), account);
    await checkPaymentPassword(platform, session, payment_password);
    return asked;
  }

  add({ passkey }: ParsedInputOf<typeof walletPasskeyAdd>, context: PayerContext): Promise<Added | Answer<Added>> {
    const platform = this.#platform;
    const { userId } = context;
    return keyedWrite(platform, context, {
      // A challenge that is used up is nobody's row.
      acrossOwners: true,
      prepare: readyForPasskeys,
      act: async (tx) => {
        await lockWalletUser(tx, userId);
        const made = await readNewPasskey(ofPayers(platform), challengeFor(context), passkey);
        const passkey_id = await keepPayerPasskey(tx, userId, made);
        await postNotice(tx, platform, userId, { kind: 'passkey_added', passkey: passkey.name });
        return { passkey_id };
      },
      audit: ({ passkey_id }) => ({ action: 'passkey.add', details: { passkey_id, name: passkey.name } }),
    });
  }

  remove(
    { passkey_id, payment_password }: ParsedInputOf<typeof walletPasskeyRemove>,
    context: PayerSessionWrite,
  ): Promise<null | Answer<null>> {
    const platform = this.#platform;
    const { userId, ip, session } = context;
    let name = '';
    return keyedWrite<null, void>(platform, context, {
      prepare: () => checkPaymentPassword(platform, { ownerId: userId, ip }, payment_password),
      act: async (tx) => {
        const removed = await tx
          .deleteFrom('payer_passkey')
          .where('user_id', '=', BigInt(userId))
          .where('passkey_id', '=', passkey_id)
          .returning('name')
          .executeTakeFirst();
        if (!removed) throw refuse('not_found');
        ({ name } = removed);
        // What it has opened and granted ends with it.
        await endOtherSessions(tx, session);
        await postNotice(tx, platform, userId, { kind: 'passkey_removed', passkey: name });
        return null;
      },
      audit: () => ({ action: 'passkey.remove', details: { passkey_id, name } }),
    });
  }
}

/** A passkey is made within the session that gave the payment password for it. */
function challengeFor({ userId, session }: Pick<PayerContext, 'userId' | 'session'>): ChallengeFor {
  return { use: 'payer_add', user: userId, session: sessionMark(session) };
}
