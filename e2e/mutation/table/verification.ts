import { type Mutant, mutantsOf } from '../mutant.ts';

const LEDGER = 'packages/ledger/src';
const PLATFORM = 'server/src/platform';
const VERIFICATION = ['server/src/main/verify-corruptions.test.ts', `${LEDGER}/verify.test.ts`];
const AUDIT = [`${PLATFORM}/proof/audit.test.ts`];
const SCOPE = [`${PLATFORM}/database/scope.test.ts`];
const OWN_AUDIT = ['server/src/features/own-audit/own-audit.test.ts'];

/** What finds corruptions: seals, checkpoints, the checks of verification, the audit log; and whose rows a connection sees. */
export const VERIFICATION_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    `${LEDGER}/seal.ts`,
    [`${LEDGER}/seal.test.ts`, ...VERIFICATION],
    [
      ['    .update(digest)\n', '', 'what the entries say is not in the seal'],
      ['    .update(previous)\n', '', 'a seal does not take in the one before it'],
      ['e.posted_at, p.posted_at)::text', 'e.posted_at)::text', "the time of an entry's posting is not sealed"],
      [" || coalesce(' hold ' || e.hold_id, '')", '', 'the hold of an entry is not sealed'],
      ['e.counterparty, e.available_before', 'e.available_before', 'the counterparty is not sealed'],
    ],
  ),
  ...mutantsOf(`${LEDGER}/checkpoint.ts`, VERIFICATION, [
    ['if (bucket === now.buckets[place]) continue;', 'if (bucket) continue;', 'heads that changed since a checkpoint are not told'],
    ['if (BigInt(newest) < BigInt(then.round))', 'if (false)', 'rounds that begin anew are not told'],
    [
      ' and s.round <= ${upto}\n      order by s.to_version desc',
      '\n      order by s.to_version desc',
      'seals after the checkpoint are compared with it',
    ],
  ]),
  ...mutantsOf(`${LEDGER}/verify-seals.ts`, VERIFICATION, [
    ['row.mac.length !== mac.length || !timingSafeEqual(row.mac, mac)', 'row.mac.length !== mac.length', 'any seal is believed'],
    [
      'chain = { account, mac: NO_SEAL, version: 0n };\n      verify',
      'chain = { ...chain, account };\n      verify',
      'the chain of an account goes on in the next one',
    ],
  ]),
  ...mutantsOf(`${LEDGER}/verify-accounts.ts`, VERIFICATION, [
    ['if (BigInt(row.sealed ?? 0) > BigInt(row.version))', 'if (false)', 'sealed entries may be removed from the end'],
    [
      "TABLES_OF_ACCOUNTS = ['entry', 'seal', 'running_total', 'rollup']",
      "TABLES_OF_ACCOUNTS = ['seal']",
      'entries of no account are not told',
    ],
    ['where c.conname is null or not c.convalidated', 'where not c.convalidated', 'a floor that was taken away is not told'],
  ]),
  ...mutantsOf(`${LEDGER}/verify-entries.ts`, VERIFICATION, [
    ['where version <> last_version + 1 or available_before', 'where available_before', 'an entry may be missing where balances agree'],
    ['from greatest(known_at, last_at)', 'from known_at', 'an entry that waited for the one before it is told'],
    ['from greatest(known_at, last_at)', 'from posted_at', 'time may run backwards within an account'],
    [
      'and e.version between part.first - 1 and part.last',
      'and e.version between part.first and part.last',
      'a part does not chain to the one before it',
    ],
  ]),
  ...mutantsOf(`${LEDGER}/verify-holds.ts`, VERIFICATION, [
    ['if (held.join() !== come_to.join())', 'if (false)', 'a hold need not be what its entries come to'],
    ['if (taken) findings', 'if (false) findings', 'more may be taken from a hold than it held'],
    ['h.hold_id is null or e.made as made', 'true as made', 'a hold may say that another posting made it'],
    ['order by b.version) as so_far', 'order by b.version desc) as so_far', 'what was taken first counts as taken last'],
  ]),
  ...mutantsOf(`${LEDGER}/verify-reversals.ts`, VERIFICATION, [
    ['left join ledger.posting earlier', 'join ledger.posting earlier', 'what was reversed may be gone'],
    ["${legsOf('p', 1)} is distinct from ${legsOf('earlier', -1)}", 'false', 'a reversal may be of anything'],
  ]),
  ...mutantsOf(`${LEDGER}/verify-accounts.ts`, VERIFICATION, [
    ['if (row.held_wrong) findings', 'if (false) findings', 'what is frozen need not be held for anything'],
    ['  await verifyHeldNowhere(client, findings);\n', '', 'something is held on an account that is not there'],
  ]),
  ...mutantsOf(`${PLATFORM}/proof/held-orders.ts`, VERIFICATION, [
    ['is not true as wrong', 'is false as wrong', 'what is held may be of no order'],
    ['is not true as wrong', 'is null as wrong', 'what is held may be of an order that is over'],
    [' and (o.coin, o.amount) = (h.coin, h.remaining)', '', 'another amount may be held than the order says'],
    [
      "  await walk(HELD_CHECKS.order, 'order', onNodes ? ORDERS_ON_NODES : ORDERS, [0, '']);\n",
      '',
      'the money of an order that waits need not be held',
    ],
  ]),
  ...mutantsOf(`${LEDGER}/verify-postings.ts`, VERIFICATION, [
    ["leg.purpose === 'fees' && isProvider(Number(leg.owner_id))", 'true', 'anybody may collect a charge'],
    ['if (change !== 0n) tell', 'if (change > 0n) tell', 'a posting may destroy money'],
  ]),
  ...mutantsOf(`${LEDGER}/verify-running-totals.ts`, VERIFICATION, [
    ['charge: total.charge + sign * BigInt(row.charge)', 'charge: 0n', "a quarter's charge is not compared"],
    ['soFar.set(row.type, total);', '', 'a total need not hold the quarters before it'],
    ['  await verifyUnwatched(client, findings);\n', '', 'totals that nobody rolled up are not told'],
  ]),
  ...mutantsOf(`${PLATFORM}/proof/reconcile.ts`, VERIFICATION, [
    ['else made.postings > 0 end as wrong', 'else false end as wrong', 'an unpaid order may have a payment'],
    ["and o.status = 'paid')\n", ')\n', 'a payment may have an order that is not paid'],
    ["and t.transfer_type = 'transfer')\n", ')\n', "a transfer may lack its sender's row"],
  ]),
  ...mutantsOf(`${PLATFORM}/proof/verify-audit.ts`, AUDIT, [
    ['if (sequence !== last.sequence + 1n) findings', 'if (false) findings', 'a number may be missing in the audit log'],
    ['!row.previous_hash.equals(last.hash) || ', '', 'an entry need not name the one before it'],
    [' || !row.hash.equals(hash)', '', 'an audit entry may be changed'],
    ['      if (!chain.whole) continue;\n', '', 'a chain that was broken before is adopted as whole'],
  ]),
  ...mutantsOf('function audit_end', AUDIT, [
    ["  perform pg_advisory_xact_lock(hashtextextended('audit_log', owner));\n", '', 'two acts of one owner take the same place'],
  ]),
  ...mutantsOf('function audit_append', SCOPE, [
    ["scope is null or scope not in ('system', owner::text)", 'scope is null', "a scope appends to another owner's audit log"],
    ['a.sequence + 1 = sequence and ', '', 'an audit entry may leave a number out'],
    [' and a.hash = previous_hash', '', 'an audit entry need not follow the last one'],
  ]),
  ...mutantsOf('function own_audit_places', OWN_AUDIT, [
    ['l.owner_id = $1 and ', '', 'a merchant sees the audit trail of all'],
    ["(l.actor_kind <> 'operator' or (", '(true or (', 'a merchant sees every act of staff'],
    ["    and not (l.action like 'review.%' and l.details -> 'done' = '[]')", '', 'a merchant sees what staff have only entered'],
  ]),
  ...mutantsOf('function own_subject', OWN_AUDIT, [['or is_own and said.key', 'or said.key', "a merchant sees staff's details"]]),
  ...mutantsOf('function login_owner', SCOPE, [["public.scope() is distinct from 'system'", 'false', 'an owner asks whose a name is']]),
  ...mutantsOf(`${PLATFORM}/proof/audit.ts`, AUDIT, [
    ["${previousHash.toString('hex')} ${auditContent(row)}", '${auditContent(row)}', 'an entry does not cover the one before it'],
    ["    row.ip ?? '',\n", '', 'the address is not covered by the hash'],
    ['...(row.user_agent === null ? [] : [row.user_agent]),', '', 'the browser is not covered by the hash'],
  ]),
  ...mutantsOf(
    `${PLATFORM}/installation.ts`,
    [`${PLATFORM}/installation.test.ts`],
    [
      ['if (newest < known) throw', 'if (false) throw', 'a program starts on half a schema'],
      ['if (newest > known) throw', 'if (false) throw', 'a program of an older release starts on a newer schema'],
      ['if (waits) throw', 'if (false) throw', 'a program posts beside old postings that wait for their MACs'],
    ],
  ),
  ...mutantsOf(
    `${PLATFORM}/database/migrate.ts`,
    [`${PLATFORM}/database/migrate.test.ts`],
    [
      ['if (attempt > 1) await', 'if (attempt > 99) await', 'a migration does not get through beside programs'],
      ['error.code === DEADLOCK', 'false', 'a deadlock ends a migration'],
      ['if (attempt === MOST_ATTEMPTS)', 'if (false)', 'a migration waits for ever'],
    ],
  ),
  ...mutantsOf(`${PLATFORM}/database/scope.ts`, SCOPE, [
    ["lasts === 'transaction'}", 'false}', "a connection keeps an owner's scope after the transaction"],
    ['.update(`${met.get(client)?.place}.${scope}`)', '.update(`${scope}`)', 'a proof is good on every connection'],
    ['padded(0x36), padded(0x5c)', 'padded(0x5c), padded(0x36)', 'the database does not know the key'],
  ]),
];
