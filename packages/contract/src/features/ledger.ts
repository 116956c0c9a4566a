import { z } from 'zod';
import { call } from '../call.ts';
import { tagged } from '../field-kind.ts';
import { amount, coinName, idText, instant, merchantId, money, serialNumber, shownText } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import { TRANSACTION_TYPES } from './fund-flow.ts';

/** Whose an account is. */
export const ACCOUNT_OWNER_KINDS = ['party', 'provider'] as const;
/** The buckets of an account whose funds are held for something. */
export const HOLD_BUCKETS = ['frozen', 'pending'] as const;
/** What an account is for: `main`, `reward`, or one of the provider's own purposes. */
const purpose = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/)
  .meta({ description: 'What the account is for', example: 'main' });
const transactionType = z.enum(TRANSACTION_TYPES);
const reason = shownText.trim().min(1).max(500);

/** A party's number; 1 to 16 are the provider's own. */
const ownerId = merchantId;

const buckets = { available_asset: money, freeze_asset: money, pending_asset: money, total_asset: money };

export const ledgerAccountQuery = listCall({
  path: '/v1/operator/ledger/account/query',
  caller: 'staff',
  permission: 'ledger.read',
  summary: "Every account of the ledger with its balances, the provider's own included; the newest first",
  row: z.strictObject({
    owner_id: ownerId,
    owner_kind: z.enum(ACCOUNT_OWNER_KINDS),
    /** The party's name; null for the provider. */
    owner_name: z.string().nullable(),
    coin_name: coinName,
    purpose,
    ...buckets,
    /** How many entries it has. */
    entries: z.number().int(),
    open_time: instant,
    last_time: instant.nullable(),
  }),
  sort: ['open_time'],
  filters: {
    owner_id: ownerId.optional(),
    coin_name: coinName.optional(),
    purpose: purpose.optional(),
    owner_kind: z.enum(ACCOUNT_OWNER_KINDS).optional(),
  },
});

export const ledgerAccountExport = exportCall(ledgerAccountQuery, "Every account of the ledger, the provider's own included,");

const change = {
  coin_name: coinName,
  purpose,
  available_before_number: money,
  available_after_number: money,
  frozen_before_number: money,
  frozen_after_number: money,
  pending_before_number: money,
  pending_after_number: money,
  /** Signed change of all buckets together. */
  transaction_number: money,
  charge: money,
  /** Whom the money came from or went to. */
  counterparty: tagged('id', z.number().int()).nullable(),
  /** The account numbers its entries 1, 2, 3. */
  version: z.number().int(),
};

export const ledgerEntryQuery = listCall({
  path: '/v1/operator/ledger/entry/query',
  caller: 'staff',
  permission: 'ledger.read',
  summary: "One owner's ledger entries: what each posting did to an account, before and after",
  row: z.strictObject({
    posting_id: idText,
    posting_owner_id: ownerId,
    owner_id: ownerId,
    serial_number: serialNumber,
    transaction_type: transactionType,
    ...change,
    time: instant,
  }),
  sort: ['time'],
  filters: {
    /** The provider's first, 1, unless said otherwise. */
    owner_id: ownerId.optional(),
    coin_name: coinName.optional(),
    purpose: purpose.optional(),
    /** Of parties' entries; the provider's are not numbered by type. */
    transaction_type: transactionType.optional(),
    serial_number: serialNumber.optional(),
  },
});

export const ledgerEntryExport = exportCall(ledgerEntryQuery, "One owner's ledger entries");

export const ledgerPostingQuery = listCall({
  path: '/v1/operator/ledger/posting/query',
  caller: 'staff',
  permission: 'ledger.read',
  summary: 'Every posting, the newest first',
  row: z.strictObject({
    posting_id: idText,
    /** With whom it is at home. */
    posting_owner_id: ownerId,
    serial_number: serialNumber,
    transaction_type: transactionType,
    /** What it moved, in each coin. */
    moved: z.array(z.strictObject({ coin_name: coinName, amount: money })),
    time: instant,
  }),
  sort: ['time'],
  filters: { transaction_type: transactionType.optional(), serial_number: serialNumber.optional() },
});

export const ledgerPostingExport = exportCall(ledgerPostingQuery, 'Every posting');

export const MAC_STATES = ['valid', 'invalid', 'missing'] as const;

export const ledgerPostingDetail = call({
  path: '/v1/operator/ledger/posting/detail',
  caller: 'staff',
  permission: 'ledger.read',
  summary: 'One posting whole: what it did to each account, and whether it still is what its content MAC was made of',
  input: z.strictObject({ posting_owner_id: ownerId, posting_id: z.uuid() }),
  output: z.strictObject({
    posting_id: idText,
    posting_owner_id: ownerId,
    serial_number: serialNumber,
    transaction_type: transactionType,
    time: instant,
    /** What was kept with it, as JSON; null where there is nothing. */
    note: z.string().nullable(),
    mac_state: z.enum(MAC_STATES),
    entries: z.array(z.strictObject({ owner_id: ownerId, owner_name: z.string().nullable(), ...change })),
  }),
  errors: ['not_found'],
  fields: { not_found: 'posting_id' },
});

/** The provider's accounts that a balance is increased from by hand, or decreased into. */
export const ADJUSTMENT_SOURCES = ['issuance', 'bank', 'reward_pool', 'fees'] as const;
export type AdjustmentSource = (typeof ADJUSTMENT_SOURCES)[number];
export const ADJUSTMENT_DIRECTIONS = ['increase', 'decrease'] as const;
export type AdjustmentDirection = (typeof ADJUSTMENT_DIRECTIONS)[number];
/** What is done by hand: reward funds of a wallet user go back to the pool that they came from. */
export const MANUAL_ACTS = [...ADJUSTMENT_DIRECTIONS, 'take_reward_back'] as const;
export type ManualAct = (typeof MANUAL_ACTS)[number];

export const ledgerManualPostingEnter = call({
  path: '/v1/operator/ledger/manual_posting/enter',
  caller: 'staff',
  permission: 'ledger.post',
  write: true,
  confirm: 'google_code',
  summary:
    "Enters that a party's available balance is increased or decreased, or that reward funds of a wallet user are taken back, for another member to approve; it is posted as they do",
  input: z.strictObject({
    owner_id: ownerId,
    direction: z.enum(MANUAL_ACTS),
    coin_name: coinName,
    amount,
    against: z.enum(ADJUSTMENT_SOURCES).meta({ description: 'Of reward funds that are taken back: reward_pool' }),
    reason,
  }),
  output: z.strictObject({ approval_id: idText, serial_number: serialNumber, expires_at: instant }),
  errors: [
    'not_found',
    'account_closed',
    'coin_unknown',
    'amount_below_minimum',
    'market_not_enabled',
    'insufficient_balance',
    'provider_balance_short',
  ],
  fields: {
    not_found: 'owner_id',
    account_closed: 'owner_id',
    coin_unknown: 'coin_name',
    amount_below_minimum: 'amount',
    market_not_enabled: 'coin_name',
    insufficient_balance: 'amount',
    provider_balance_short: 'against',
  },
});

export const RESERVE_STATES = ['covered', 'short', 'unattested'] as const;

/** Amounts that the ledger places outside, or holds for the provider, by the purpose of the account. */
const byPurpose = z.array(z.strictObject({ purpose, amount: money }));

const attestation = {
  attestation_id: idText,
  coin_name: coinName,
  amount: money,
  source: z.string(),
  as_of: instant,
  remark: z.string(),
  entered_by: z.strictObject({ staff_id: z.number().int(), name: z.string() }),
  create_time: instant,
};

export const ledgerReserves = call({
  path: '/v1/operator/ledger/reserves',
  caller: 'staff',
  permission: 'ledger.read',
  summary: 'What is owed to merchants and wallet users in each coin, against what others say that is held',
  input: z.strictObject({}),
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        coin_name: coinName,
        /** Of all merchants and wallet users: available, frozen and to be confirmed. */
        owed: money,
        /** The provider's own, such as fees and reward funds that were not granted. */
        own: byPurpose,
        /** Where the ledger says that it is: bank, custody, issued. Sums to what is owed and the provider's own. */
        outside: byPurpose,
        /** The newest attestation of each source. */
        attestations: z.array(z.strictObject(attestation)),
        /** Their sum; null where nothing was attested. */
        held: money.nullable(),
        /** Held less owed; null where nothing was attested. */
        difference: money.nullable(),
        /** `short`: more is owed than held. */
        state: z.enum(RESERVE_STATES),
      }),
    ),
    time: instant,
  }),
});

export const ledgerAttestationQuery = listCall({
  path: '/v1/operator/ledger/attestation/query',
  caller: 'staff',
  permission: 'ledger.read',
  summary: 'Every attestation that was entered, the newest first',
  row: z.strictObject(attestation),
  sort: ['create_time'],
  filters: { coin_name: coinName.optional() },
});

export const ledgerAttestationExport = exportCall(ledgerAttestationQuery, 'Every attestation that was entered');

export const ledgerAttestationAdd = call({
  path: '/v1/operator/ledger/attestation/add',
  caller: 'staff',
  permission: 'ledger.post',
  write: true,
  confirm: 'google_code',
  summary: 'Enters what a bank or a custodian says that it holds in a coin; it takes the place of what the same source said before',
  input: z.strictObject({
    coin_name: coinName,
    amount,
    source: shownText.trim().min(1).max(100),
    as_of: instant,
    remark: shownText.trim().max(500).default(''),
  }),
  output: z.strictObject({ attestation_id: idText }),
  errors: ['coin_unknown', 'attestation_in_future'],
  fields: { coin_unknown: 'coin_name', attestation_in_future: 'as_of' },
});

/** The parts of a verification, in their order. */
export const VERIFICATION_STEPS = ['accounts', 'postings', 'statistics', 'seals', 'records', 'checkpoint', 'audit'] as const;
export type VerificationStep = (typeof VERIFICATION_STEPS)[number];

/** `statement`: of what is owed to merchants and wallet users. */
export const LEDGER_RUN_KINDS = ['verification', 'checkpoint', 'statement'] as const;
/** `stopped`: its time was over before it was through. */
export const LEDGER_RUN_STATES = ['waiting', 'running', 'done', 'stopped', 'failed'] as const;

const count = z.number().int();

/** What a verification found; `breaks` are those of as far as it came. */
export const verificationResult = z.strictObject({
  accounts: count,
  postings: count,
  entries: count,
  audit_entries: count,
  /** Entries that no seal covers yet. */
  unsealed: count,
  duration_ms: count,
  /** Of each check the first hundred. */
  breaks: z.array(z.strictObject({ check: z.string(), where: z.string(), found: z.string() })),
  /** When the checkpoint was made that it was compared with; null where there was none. */
  compared_with: instant.nullable(),
});

export const checkpointResult = z.strictObject({
  made_at: instant,
  /** The last round of seals that it covers. */
  round: z.string(),
  entries: z.string(),
  postings: z.string(),
  /** Where it was written: machine and file. */
  place: z.string(),
  /** SHA-256 of the statement, in hex. */
  fingerprint: z.string(),
  /** In PEM; with it anybody checks the signature. */
  public_key: z.string(),
});

/** Which statement of what is owed was made; the statement itself is published. */
export const statementResult = z.strictObject({ statement_id: idText, made_at: instant });

export const ledgerRunQuery = listCall({
  path: '/v1/operator/ledger/run/query',
  caller: 'staff',
  permission: 'ledger.read',
  summary: 'Verifications of the ledger, its checkpoints and statements of what is owed, by button and by command, the newest first',
  row: z.strictObject({
    run_id: idText,
    kind: z.enum(LEDGER_RUN_KINDS),
    state: z.enum(LEDGER_RUN_STATES),
    /** The part of a verification that is under way, or that was as it ended. */
    step: z.enum(VERIFICATION_STEPS).nullable(),
    /** The member who asked for it; null for a command. */
    asked_by: z.strictObject({ staff_id: z.number().int(), name: z.string() }).nullable(),
    create_time: instant,
    finish_time: instant.nullable(),
    verification: verificationResult.nullable(),
    checkpoint: checkpointResult.nullable(),
    statement: statementResult.nullable(),
  }),
  sort: ['create_time'],
  filters: { kind: z.enum(LEDGER_RUN_KINDS).optional() },
});

export const ledgerRunExport = exportCall(ledgerRunQuery, 'Verifications of the ledger, its checkpoints and statements of what is owed');

export const ledgerVerify = call({
  path: '/v1/operator/ledger/verify',
  caller: 'staff',
  permission: 'ledger.post',
  write: true,
  summary: 'Asks the worker to verify the ledger, as `npm run ledger -- verify` does, for as long as a job may take',
  input: z.strictObject({}),
  output: z.strictObject({ run_id: idText }),
  errors: ['ledger_work_under_way'],
});

export const ledgerCheckpoint = call({
  path: '/v1/operator/ledger/checkpoint',
  caller: 'staff',
  permission: 'ledger.post',
  write: true,
  summary: 'Asks the worker to seal the ledger and to write a checkpoint, as `npm run ledger -- checkpoint` does',
  input: z.strictObject({}),
  output: z.strictObject({ run_id: idText }),
  errors: ['ledger_work_under_way'],
});
