import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, decimals, empty, idText, instant, merchantId, money } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256 in hexadecimal digits' });
/** A whole number of up to 128 bits. */
const whole = z
  .string()
  .regex(/^(0|[1-9]\d{0,38})$/)
  .meta({ description: 'Whole number; amounts in minor units of the coin', example: '1250' });

/** What the provider has stated to owe as of a moment: for everybody to read. */
const liabilityStatement = z.strictObject({
  statement_id: idText,
  made_at: instant,
  coins: z.array(
    z.strictObject({
      coin_name: coinName,
      /** To all merchants and wallet users together: available, frozen, to be confirmed, and reward funds. */
      sum: money,
      /** How many of them have an account in the coin. */
      count: whole,
      /** Commits to every single balance, to the sum and to the count. */
      root: hash,
    }),
  ),
  /** The same as a text, as it was signed. */
  statement: z.string(),
  /** Ed25519 over the statement, in base64. */
  signature: z.string(),
  /** In PEM. */
  public_key: z.string(),
});
export type LiabilityStatement = z.output<typeof liabilityStatement>;

/** What `docs/verify-liabilities.mjs` takes: proves of one balance that it is included. */
const liabilityProof = z.strictObject({
  version: z.literal(1),
  statement_id: idText,
  made_at: instant,
  coin_name: coinName,
  decimals,
  owner_id: merchantId,
  balance: whole,
  /** Keeps others from guessing the balance. */
  nonce: hash,
  /** From the leaf to the top: on which side the other half stands, and what it comes to. */
  path: z.array(z.strictObject({ side: z.enum(['left', 'right']), sum: whole, count: whole, hash })),
  sum: whole,
  count: whole,
  root: hash,
});
export type LiabilityProof = z.output<typeof liabilityProof>;

const ofStatement = z.strictObject({ statement_id: z.uuid().optional() });
/** The caller's own proofs, one for each coin that they have an account in; no statement where none was ever made. */
const proofs = z.strictObject({
  statement: liabilityStatement.nullable(),
  proofs: z.array(liabilityProof),
  /** Every statement of which proofs are kept, the newest first. */
  kept: z.array(liabilityStatement.pick({ statement_id: true, made_at: true })),
});
export type LiabilityProofs = z.output<typeof proofs>;

export const liabilityStatementQuery = call({
  method: 'GET',
  path: '/v1/system/liabilities/query',
  caller: 'public',
  summary:
    'What the provider has stated to owe, the latest twelve statements, newest first: for each coin sum, count and the root of its tree',
  input: empty,
  output: z.strictObject({ list: z.array(liabilityStatement) }),
});

export const merchantLiabilityProof = call({
  path: '/v1/merchant/liabilities/proof',
  caller: 'merchant',
  summary: "Proofs that the merchant's balances are in a statement of liabilities; in the latest unless said otherwise",
  input: ofStatement,
  output: proofs,
  errors: ['liability_statement_unknown'],
  fields: { liability_statement_unknown: 'statement_id' },
});

export const walletLiabilityProof = call({
  path: '/v1/wallet/liabilities/proof',
  caller: 'payer',
  summary: "Proofs that the wallet user's balances are in a statement of liabilities; in the latest unless said otherwise",
  input: ofStatement,
  output: proofs,
  errors: ['liability_statement_unknown'],
  fields: { liability_statement_unknown: 'statement_id' },
});

export const staffLiabilityQuery = listCall({
  path: '/v1/operator/ledger/liabilities/query',
  caller: 'staff',
  permission: 'ledger.read',
  summary: 'Every statement of what is owed to merchants and wallet users, the newest first',
  row: z.strictObject({
    ...liabilityStatement.shape,
    /** SHA-256 of the statement, in hexadecimal digits: the next one names it. */
    fingerprint: hash,
    /** SHA-256 of the public key in DER, in hexadecimal digits: `openssl pkey -pubin -outform DER | sha256sum`. */
    key_fingerprint: hash,
    /** Its trees are kept: merchants and wallet users can check that they are in it. */
    has_proofs: z.boolean(),
  }),
  sort: ['made_at'],
  filters: {},
});

export const staffLiabilityExport = exportCall(staffLiabilityQuery, 'Every statement of what is owed to merchants and wallet users');

export const staffLiabilityMake = call({
  path: '/v1/operator/ledger/liabilities/make',
  caller: 'staff',
  permission: 'ledger.post',
  write: true,
  confirm: 'google_code',
  summary: 'Asks the worker to state what is owed and to publish it, as `npm run ledger -- attest` does, for as long as a job may take',
  input: empty,
  output: z.strictObject({ run_id: idText }),
  errors: ['ledger_work_under_way'],
});
