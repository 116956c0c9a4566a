import { type Mutant, mutantsOf } from '../mutant.ts';

const FEATURES = 'server/src/features';
const DOMAIN = 'server/src/domain';
const PLATFORM = 'server/src/platform';
const CHECKOUT = [`${FEATURES}/checkout/checkout.test.ts`, `${FEATURES}/checkout/races.test.ts`];
const TRANSFER = [`${FEATURES}/transfer/transfer.test.ts`, `${FEATURES}/transfer/concurrent.test.ts`];
const KIT = [`${PLATFORM}/commands/money-batch.test.ts`];
const ORDERS = [`${FEATURES}/open-order/open-order.test.ts`, `${FEATURES}/open-order/waiting.test.ts`];
const MARKETS = ['server/src/main/markets.test.ts', 'server/src/main/coin-terms.test.ts'];

/** Payments, transfers and orders in batches, and what makes them happen once. */
export const BATCH_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(`${FEATURES}/checkout/pay.ts`, CHECKOUT, [
    [
      "if (!user?.signed_in) throw refuse('unauthenticated');",
      "if (!user) throw refuse('unauthenticated');",
      'a payment goes through after the logout',
    ],
    ['if (command.grantedUntil < user.now) throw', 'if (false) throw', 'a payment waits in the queue beyond its grant'],
    ['Number(order.payer_id) !== command.userId', 'false', 'another payer is told that they paid'],
    ["if (order.status === 'cancelled') throw refuse('order_cancelled');", '', 'a cancelled order is paid'],
    ['|| (order.expire_time <= user.now && !elsewhere.has(command.token))', '', 'the expiry job decides whether a payment is late'],
    ["if (user.status === 'suspended') throw refuse('payer_suspended');", '', 'a suspended payer pays'],
    ["if (order.merchant_status === 'suspended') throw refuse('merchant_suspended');", '', 'a suspended merchant is paid'],
    ['reward < order.amount ? reward : order.amount', 'reward', 'rewards beyond the amount are taken'],
    ['reward < order.amount ? reward : order.amount', 'order.amount', 'rewards that are not there are taken'],
    ['fee_minor: order.handling_fee', 'fee_minor: 0n', 'the provider gets no fee'],
    ['twin.plan.command.userId !== command.userId', 'false', 'the loser of a race in one batch is told that they paid'],
    ["why.account.purpose === 'reward' ? AGAIN", "why.account.purpose === 'none' ? AGAIN", 'reward funds that moved refuse the payment'],
    [
      'payment ${order.merchant_id} ${order.serial_number}',
      'payment ${order.merchant_id} ${crypto.randomUUID()}',
      'the id of a payment is not made of the order',
    ],
    ["type: 'order.paid', order", "type: 'order.created', order", 'the merchant is told of another event'],
    ['    payer_id: BigInt(command.userId),\n', '', 'an order is paid by nobody'],
    ['BigInt(user.rewards?.[order.coin] ?? 0)', 'BigInt(Object.values(user.rewards ?? {})[0] ?? 0)', 'rewards in another coin are taken'],
  ]),
  ...mutantsOf(`${FEATURES}/checkout/queries.ts`, CHECKOUT, [['for no key update of payment_order', '', 'orders are not locked']]),
  ...mutantsOf(`${FEATURES}/checkout/queries.ts`, CHECKOUT, [
    [
      'owner_id = wallet_user.user_id and token_hash = asked.token_hash group',
      'owner_id = wallet_user.user_id group',
      'any session of the payer stands for the one that ended',
    ],
    [
      'coalesce(session.expires_at > now(), false)',
      'session.expires_at is not null',
      'a payment goes through after the end of its session',
    ],
  ]),
  ...mutantsOf(`${FEATURES}/checkout/service.ts`, CHECKOUT, [
    ['grant?.user !== session.ownerId', 'grant?.user === undefined', "another payer's grant is taken"],
    ['grant.order !== input.token', 'grant.order === undefined', 'a grant pays any order'],
  ]),
  ...mutantsOf(
    `${DOMAIN}/order-transitions.ts`,
    [...CHECKOUT, ...ORDERS],
    [
      ['when count(*) = cardinality($2) then', 'when true then', 'a payment commits whose order could not be marked'],
      ["and status || '' = 'created' and", 'and', 'opening the code of an order that is closed opens it again'],
      ["if (order.status === 'paid') throw refuse('order_already_paid');", '', 'a paid order is given up'],
      [
        "where status in ('created', 'scanned') and expire_time <= now()\n        order",
        'where expire_time <= now()\n        order',
        'paid orders expire',
      ],
      ['for update skip locked', 'for update', 'expiry waits for payments'],
      ['any($4) and expire_time > statement_timestamp()', 'any($4)', 'an order whose time is over is cancelled'],
    ],
  ),
  ...mutantsOf(
    `${PLATFORM}/database/coins.ts`,
    [...CHECKOUT, ...ORDERS, ...MARKETS],
    [
      ["typeof market === 'string' && markets.includes(market)", 'markets.length > 0', 'any market stands for a coin'],
      ['if (this.#known.has(code)) continue;', 'continue;', 'a coin that another process added is never met'],
    ],
  ),
  ...mutantsOf(
    `${DOMAIN}/coin-terms.ts`,
    [...ORDERS, ...TRANSFER, ...MARKETS],
    [
      ['coalesce(own.payment_fee_bp, coin.payment_fee_bp)', 'coin.payment_fee_bp', "a merchant's own fee is not taken"],
      ['coin.is_on and coalesce(market.is_on, true)', 'coin.is_on', 'a market that is switched off goes on'],
    ],
  ),
  ...mutantsOf(`${FEATURES}/transfer/batch.ts`, TRANSFER, [
    [
      '{ ownerId: from, key: idempotencyKey, requestHash }',
      '{ ownerId: from, key: undefined, requestHash }',
      'a repeated transfer is made again',
    ],
    ['known.get(from), known.get(to))', 'known.get(to), known.get(from))', 'the rules for sender and recipient are exchanged'],
    ['fee_minor: fee,', 'fee_minor: 0n,', 'the provider gets no fee'],
    ["refuse('insufficient_balance')", "refuse('market_not_enabled')", 'too little money is told as something else'],
    ['insertTransfers(last, done)', 'insertTransfers(last, done.slice(1))', 'a transfer is not on record'],
  ]),
  ...mutantsOf(`${FEATURES}/transfer/service.ts`, TRANSFER, [
    ['< amount) throw', '<= amount) throw', 'the whole balance cannot be transferred'],
    ['check: () => this.#check(request)', 'check: async () => {}', 'a refused transfer uses the code up'],
  ]),
  ...mutantsOf(
    `${PLATFORM}/commands/write.ts`,
    [`${PLATFORM}/commands/write.test.ts`],
    [
      ['if (replay) return replay;\n  const refused', 'const refused', 'a command that is asked for again needs another code'],
      ['if (replay) return replay;\n  const prepared', 'const prepared', 'what was answered is prepared again'],
      [
        '    await lockActor(tx, context);\n    await takeGoogleCode(tx, platform, context, google_code);',
        '    await lockActor(tx, context);',
        'a command needs no code',
      ],
      [
        'await takeGoogleCode(tx, platform, context, google_code as string);\n      return kept;',
        'return kept;',
        'a confirmed write needs no code',
      ],
      ['if (refused) return refused;', '', 'what another attempt has come to is not told'],
      [
        'check().catch((error: unknown) => refuseForGood<Data>(db, owner.ownerId, context, error))',
        'check()',
        'a refused command goes through later, when its first attempt hung',
      ],
      [
        '.catch((error: unknown) => refuseForGood<Kept>(db, keyOwner, context, error))',
        '',
        'what was refused while it was prepared is prepared again',
      ],
      ['if (noted) await audit', 'if (false) await audit', 'a write leaves no trace'],
      ['if (tells.length > 0) await announce', 'if (false) await announce', 'open consoles are not told'],
      ['make(done.data, true)', 'make(done.data, false)', 'what is shown once is shown again'],
    ],
  ),
  ...mutantsOf(
    `${PLATFORM}/commands/write.ts`,
    [`${PLATFORM}/commands/staff-acts.test.ts`],
    [
      ["scope: whose === 'provider' || acrossOwners ? 'system' : whose,", "scope: 'system',", 'an act for a party sees other parties'],
      ["await lockStaff(tx, context, 'share')", "'admin'", 'a member acts on who was suspended meanwhile'],
      ['keyOwner: context.staffId,', 'keyOwner: ownerId,', 'two members share the keys of a party'],
      ['details: { request_id: context.requestId }', 'details: {}', 'an entry does not name its request'],
    ],
  ),
  ...mutantsOf(
    `${FEATURES}/approval/service.ts`,
    [`${FEATURES}/approval/approval.test.ts`],
    [
      ["if (row.entered_by === BigInt(staffId)) throw refuse('approval_own');", '', 'one person enters and approves'],
      ["if (!asked.equals(row.content_hash) || !asked.equals(hashOf(row))) throw refuse('approval_changed');", '', 'anything is approved'],
      ['|| !asked.equals(hashOf(row))', '', 'a content that was changed since is approved'],
      ["if (!mayDecide(kind, role)) throw refuse('staff_not_allowed');", '', 'any role approves any kind'],
      ["if (row.state === 'expired') throw refuse('approval_expired');", '', 'what waited too long is told as decided'],
      [' for no key update', '', 'two approve at once'],
    ],
  ),
  ...mutantsOf(
    `${DOMAIN}/staff-links.ts`,
    [`${FEATURES}/staff-member/links.test.ts`],
    [['const made = [BigInt(staffId)];', 'const made = [0n];', 'who was suspended comes back by a link that they made']],
  ),
  ...mutantsOf(
    `${FEATURES}/staff-member/service.ts`,
    [`${FEATURES}/staff-member/staff-member.test.ts`],
    [
      ["if (rowCount === 0) throw refuse('last_admin');", '', 'the last admin leaves'],
      ["await tx.query(`select pg_advisory_xact_lock(hashtextextended('last_admin', 0))`);", '', 'two admins leave at once'],
      ["if (staff_id === context.staffId) throw refuse('staff_self');", '', 'an admin resets their own factors'],
      ['.set({ totp_secret: null })', '.set({ role })', 'a reset authenticator goes on'],
    ],
  ),
  ...mutantsOf(
    `${FEATURES}/staff-member/service.ts`,
    [`${FEATURES}/sign-in-policy/sign-in-policy.test.ts`],
    [["$1 = 'any' and totp_secret is not null", '$1 is not null and totp_secret is not null', 'the last admin who can sign in leaves']],
  ),
  ...mutantsOf(
    `${PLATFORM}/security/staff-lock.ts`,
    [`${PLATFORM}/commands/staff-acts.test.ts`],
    [
      ["if (status !== 'active') throw refuse('unauthenticated');", '', 'who was suspended goes on'],
      ["if (!isPermitted(role, permission)) throw refuse('staff_not_allowed');", '', 'who lost a permission goes on'],
    ],
  ),
  ...mutantsOf(`${FEATURES}/open-order/create.ts`, ORDERS, [
    ["isFresh ? undefined : refuse('nonce_replayed')", 'undefined', 'a replayed request creates an order'],
    ['command.lifetimeMin ?? merchant.order_lifetime_min', 'merchant.order_lifetime_min', 'the lifetime that was asked for is not heard'],
    ['command.returnAddress ?? merchant.return_address', 'merchant.return_address', "the order's own return address is not heard"],
    [": refuse('merchant_order_duplicate')", ": refuse('nonce_replayed')", 'a double order number is told as something else'],
  ]),
  ...mutantsOf('server/src/domain/new-order.ts', ORDERS, [
    ["if (!merchant || merchant.status === 'suspended')", 'if (!merchant)', 'a suspended merchant creates orders'],
    ['amount < coin.order_minimum', 'amount <= coin.order_minimum', 'the smallest order is refused'],
    ['amount > coin.order_maximum', 'amount >= coin.order_maximum', 'the largest order is refused'],
    ['feeOf(amount, coin.payment_fee_bp)', '0n', 'orders bear no fee'],
  ]),
  ...mutantsOf(
    `${FEATURES}/payment-link/paying.ts`,
    [`${FEATURES}/payment-link/paying.test.ts`],
    [
      ["await this.#find(tx, token, 'for share')", 'await this.#find(tx, token)', 'an order is opened at a link that is being closed'],
      ['await throttle.count([[OPENED, `user ${userId}`]]);', '', 'a payer opens orders without a bound'],
    ],
  ),
  ...mutantsOf('server/src/domain/payment-order.ts', ORDERS, [
    [' ${lock}`', '`', 'closing an order does not lock it'],
    ['where merchant_id = $1 and ${column} = $2', 'where ${column} = $2', "an order is found under another merchant's number"],
  ]),
  ...mutantsOf(
    `${PLATFORM}/commands/batcher.ts`,
    [`${PLATFORM}/commands/batcher.test.ts`],
    [
      ['this.#takers.delete(lane);', '', 'nothing runs after the first wave'],
      ['this.#takers.size === 1 ? this.#queue.length > 0 : this', 'this', 'few commands wait for more to come'],
      ['this.#takers.has(lane) || ', '', 'any number of batches is sent at once'],
      ['this.#takers.size === 1 ? undefined : lane', 'undefined', 'two batches wait for the same accounts'],
      ['if (results.length !== batch.length) throw', 'if (results.length < 0) throw', 'an answer that is missing leaves its asker waiting'],
    ],
  ),
  ...mutantsOf(
    `${PLATFORM}/commands/idempotency.ts`,
    [`${PLATFORM}/commands/idempotency.test.ts`],
    [
      ['`${path}\\n', '`\\n', 'one key serves two calls'],
      [
        'google_code: undefined',
        'google_code: (body as { google_code?: string }).google_code',
        'asking again with a new code is another request',
      ],
      [
        'if (!isSameRequest(first.request_hash, requestHash)) throw',
        'if (false) throw',
        'another request under a used key gets the first answer',
      ],
      [
        'if (first && !isSameRequest(first.request_hash, claim.requestHash)) return',
        'if (false) return',
        'in a batch another request under a used key gets the first answer',
      ],
      ['fresh.delete(id)', 'fresh.has(id)', 'of two commands with one key in a batch both are run'],
      ['const id = `${claim.ownerId} ${claim.key}`;', 'const id = `${claim.key}`;', 'keys of two owners are taken for one'],
      [
        'make_interval(hours => ${IDEMPOTENCY_KEPT_H})\n      from',
        'make_interval(secs => ${IDEMPOTENCY_KEPT_H})\n      from',
        'keys of batches are forgotten after seconds',
      ],
    ],
  ),
  ...mutantsOf(`${FEATURES}/checkout/pay.ts`, CHECKOUT, [
    ["if (command.deadline < user.now) throw refuse('too_late');", '', 'a payment goes through long after its payer has given up'],
  ]),
  ...mutantsOf(`${PLATFORM}/commands/money-batch.ts`, KIT, [
    ['if (before === 0) turn.plan = step;', 'if (true) turn.plan = step;', 'two commands of one batch draw on the same funds'],
    [
      'for (const turn of turns.filter(isOpen)) {',
      'for (const turn of turns) {',
      'a command that its key has answered is run all the same',
    ],
    ['if (error instanceof Refusal) return refusedBy(error);', '', 'a refused command takes its neighbours with it'],
    [
      '({ ...(plan.posting as Posting), deadline: turn.command.deadline })',
      '(plan.posting as Posting)',
      'a command that waited for its accounts goes through too late',
    ],
    ["result && 'refusal' in result ? result.refusal : undefined", 'undefined', 'a refusal is not kept under its key'],
    ['const admitted = turns.filter(isOpen);', 'const admitted = turns;', 'a command that was not let in touches its key'],
    ['twins.set(plan.posting?.posting_id, { plan, result });', '', 'the second of two commands for one posting is a fault of ours'],
    ['await this.#settle(turns, last);', '', 'keys that were claimed are never settled'],
    ['await write?.(last);', '', 'a batch commits without its outbox'],
  ]),
  ...mutantsOf(
    `${PLATFORM}/database/database.ts`,
    [`${PLATFORM}/database/database.test.ts`, ...KIT],
    [
      ["if (command === 'COMMIT') return result;", 'return result;', 'a batch is told as made though one of its last statements failed'],
      [
        'const written = last.statements.map((statement) => tx.query(statement));',
        'const written: Promise<unknown>[] = [];',
        'the last statements are never sent',
      ],
      [
        'const { command } = await committed.catch(toldAtCommit);',
        'const { command } = await committed;',
        'a commit that broke off is told as not made',
      ],
      ["({ status }) => status === 'rejected'", '() => false', 'why one of the last statements failed is not told'],
    ],
  ),
  ...mutantsOf(
    `${PLATFORM}/commands/fair-queue.ts`,
    [`${PLATFORM}/commands/batcher.test.ts`],
    [
      ['if (queue.length > 0) this.#queues.set(key, queue);', 'this.#queues.set(key, queue);', 'a key without commands stays in turn'],
      ['        this.#queues.delete(key);\n', '', 'a busy key is served before all others'],
      ['if (lane !== undefined && laneOf(key) !== lane) continue;', '', 'a lane takes what is of the other'],
      ['if (taken.length >= most) break;', '', 'a batch is larger than the largest'],
    ],
  ),
  ...mutantsOf(
    `${PLATFORM}/commands/batcher.ts`,
    [`${PLATFORM}/commands/batcher.test.ts`],
    [
      ['this.length >= longestQueue ||', '', 'any number of commands may wait'],
      ['ofKey >= longestQueueOfKey', 'ofKey > longestQueueOfKey', 'one more than allowed may wait'],
      [
        'this.#goingAround = this.#goAround(batch, this.#goingAround);',
        'for (const { reject } of batch) reject(error);',
        'one held row fails a whole batch',
      ],
      [
        'await Promise.race([Promise.all(this.#inDatabase)',
        'await Promise.race([Promise.resolve()',
        'the locks of a neighbour are taken for those of somebody else',
      ],
      ['      await this.#goingAround;\n      await', '      await', 'a batch begins while another goes around what is held'],
      ['if (since >= earliest) return true;', 'return true;', 'a command is done however long it has waited'],
      [
        'this.#aside.lengthOf(key) > 0 || this.#tried.has(key)',
        'false',
        'a command overtakes an earlier one of its key that was set aside',
      ],
      ['if (waiting.plans > MOST_PLANS) waiting.reject', 'if (false) waiting.reject', 'a command is planned anew without end'],
      [
        "else if (result.locked === 'own') this.#setAside(waiting);",
        "else if (result.locked === 'own') waiting.reject(refuse('busy'));",
        'a command whose rows are held is refused at once',
      ],
    ],
  ),
  ...mutantsOf(
    `${PLATFORM}/commands/idempotency.ts`,
    [`${PLATFORM}/commands/idempotency.test.ts`],
    [
      ['if (first.refusal) throw asRefusal(first.refusal);', '', 'a refusal that was kept is answered as a success'],
      [
        "if (first?.refusal) return { kind: 'refused', refusal: asRefusal(first.refusal) };",
        '',
        'in a batch a refusal that was kept is not told',
      ],
      [
        'return error instanceof Refusal && isFinal(error.outcome);',
        'return error instanceof Refusal;',
        'a refusal of the moment is kept for good',
      ],
      ["await Promise.all([saved, tx.query('rollback to savepoint work')]);", '', 'a refused write leaves its traces'],
      ['key = released.key and answer is null and refusal is null', 'key = released.key', 'a replay gives up the answer that was kept'],
    ],
  ),
  ...mutantsOf(
    `${PLATFORM}/commands/idempotency.ts`,
    [`${PLATFORM}/commands/idempotency-failures.test.ts`],
    [
      ['Promise.all([saved, ', 'Promise.all([', 'a race that was lost where the work begins is told as a fault of ours'],
      ['if (kept === undefined) throw', 'if (false) throw', 'a key whose answer JSON does not know is in progress for ever'],
      [
        "if (!first) throw refuse('request_in_progress');",
        'if (!first) throw new Error();',
        'a key that was just forgotten is a fault of ours',
      ],
    ],
  ),
];
