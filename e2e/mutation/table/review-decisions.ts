import { mutantsOf, type Mutant } from '../mutant.ts';

const FEATURES = 'server/src/features';
const REVIEW = [`${FEATURES}/review/review.test.ts`];
const APPROVAL = [`${FEATURES}/approval/approval.test.ts`];
const QUEUE = [`${FEATURES}/queue/queue.test.ts`];
const METHODS = [`${FEATURES}/payment-method/payment-method.test.ts`];
const IDENTITY = [`${FEATURES}/identity/identity.test.ts`];
const HISTORY = [`${FEATURES}/review/history.test.ts`];
const CALL_OFF = [`${FEATURES}/bank-file/call-off.test.ts`];
const SUSPENDED = ['server/src/main/suspended-owner-reviews.test.ts'];
const BANK_FILE = [`${FEATURES}/bank-file/bank-file.test.ts`];

/** Who decides on orders under review: one person, two, many orders in a call, and the bank's files. */
export const REVIEW_DECISION_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    `${FEATURES}/user-withdrawal/service.ts`,
    [`${FEATURES}/user-withdrawal/decide.test.ts`],
    [['if (results.length === 1 && first', 'if (first', 'one withdrawal that is refused leaves all others undecided']],
  ),
  ...mutantsOf(`${FEATURES}/review/decide.ts`, REVIEW, [
    ['bound === undefined || amount > bound', 'bound === undefined || amount >= bound', 'the bound itself wants two people'],
    ['bound === undefined || amount > bound', 'bound !== undefined && amount > bound', 'one person approves where there is no bound'],
    ["context.role !== 'admin' || reason === ''", "context.role !== 'admin'", 'an approval against the evidence needs no reason'],
    ['waiting.has(orderKey(one.row))\n', 'false\n', 'an approval is entered twice'],
    ['    await voidApprovals(tx, over);\n', '', 'what was rejected still waits for a second person'],
    ['status !== null || approval_id !== null', 'status !== null', 'the log of an owner has nothing of what waits for a second person'],
    ['result instanceof Refusal\n            ? refused(row, result)\n            : {', '{', 'a row that was refused is answered as done'],
  ]),
  ...mutantsOf(`${FEATURES}/review/queries.ts`, REVIEW, [
    ["${tx.isDistributed ? '' : 'for no key update of o'}", '', 'two who enter an order at the same moment enter it twice'],
    ['and expires_at > now() and kind', 'and kind', 'an order whose approval has expired waits for ever'],
  ]),
  ...mutantsOf(`${FEATURES}/review/approval.ts`, REVIEW, [
    ['canonicalJson(now) !== canonicalJson(entered.order)', 'false', 'an order that has changed since is approved as it was shown'],
    [
      "createHash('sha256').update(canonicalJson(row.destination)).digest('hex')",
      "''",
      'the bank account may change once an approval is entered',
    ],
  ]),
  ...mutantsOf(`${FEATURES}/approval/service.ts`, APPROVAL, [
    ['!asked.equals(hashOf(row))', 'false', 'a content that was changed since is done'],
    ['!asked.equals(row.content_hash) || ', '', 'what is done is not what was hashed when it was entered'],
    ['for no key update`', '`', 'two approve at the same moment'],
    [
      "event === 'approve' && !stillStands(",
      "event === 'approve' && false && !stillStands(",
      'what a suspended member has entered is done',
    ],
  ]),
  ...mutantsOf(`${FEATURES}/identity/staff.ts`, IDENTITY, [
    ['status !== input.status || ', '', 'what a colleague has approved is rejected from a page that is older'],
  ]),
  ...mutantsOf(`${FEATURES}/queue/list.ts`, QUEUE, [
    ['isPermitted(role, QUEUE[kind]) && ', '', 'a role is told of what it may not read'],
    ['rank < ofRank : rank > ofRank', 'rank > ofRank : rank < ofRank', 'of one moment, a page leaves some out and shows others again'],
  ]),
  ...mutantsOf(`${FEATURES}/payment-method/staff.ts`, METHODS, [
    ['if (method.version !== seen.version)', 'if (false)', 'an account that has changed since it was seen is verified'],
    ['if (method.status !== seen.status)', 'if (false)', 'what a colleague has verified is rejected from a page that is older'],
    [
      ' || all.findIndex((one) => one.payment_method_id === payment_method_id) < index',
      '',
      'an account that is named twice is decided twice',
    ],
    ["and binding || '' = 'bound'\n     order by", 'order by', 'an account that was unlinked is decided'],
  ]),
  ...mutantsOf(`${FEATURES}/review/history.ts`, HISTORY, [
    ['counts.every((count) => count <= MOST_IN_HISTORY)', 'true', 'a busy party seems to have asked for less'],
    ["returned: 'reversed',", "returned: 'approved',", 'what a bank sent back counts as approved'],
    ['isPermitted(role, `${kind}.read`)', 'true', 'finance is told of identities'],
  ]),
  ...mutantsOf('server/src/domain/waits-for-file.ts', BANK_FILE, [[' and f.serial_number is null', '', 'an order comes into two files']]),
  ...mutantsOf('server/src/domain/waits-for-file.ts', CALL_OFF, [
    ["= 'suspended' then", "= '' then", 'what a suspended owner had approved is paid'],
    [
      "when m.status = 'verified' then",
      "when m.status = 'verified' and m.binding = 'bound' then",
      'unlinking keeps back what was requested before',
    ],
    ["when m.binding = 'bound' then", 'when true then', 'staff are told to verify an account that is unlinked'],
  ]),
  ...mutantsOf(`${FEATURES}/bank-file/call-off.ts`, CALL_OFF, [
    ["${tx.isDistributed ? '' : 'for no key update'}", '', 'what is called off comes into a file all the same'],
    [' || filed.rowCount !== 0', '', 'what a bank was told to pay is called off'],
  ]),
  ...mutantsOf(`${FEATURES}/review/may-decide.ts`, SUSPENDED, [
    [' && suspended.has(order.owner_id)', '', 'staff reject what a merchant has yet to decide'],
    ["? ['reject'] :", '? DECISIONS :', 'staff pay out what a suspended merchant has not approved'],
  ]),
  ...mutantsOf(`${FEATURES}/bank-file/settle.ts`, BANK_FILE, [
    ["if (file.status === 'paid') throw refuse('bank_file_paid');", '', 'a file is paid twice'],
    ["order.status === 'failed' || order.status === 'returned'", "order.status === 'failed'", 'an order is returned twice'],
    ["if (outcome === 'returned' && order.status !== 'paid')", 'if (false)', 'the bank returns what it has not paid'],
    ["if (outcome === 'failed' && order.status !== 'included')", 'if (false)', 'what the bank paid has failed'],
    [" ? refuse('provider_balance_short') : result", ' ? result : result', 'staff are told that the owner has too little'],
  ]),
];
