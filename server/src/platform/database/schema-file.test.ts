import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BINDINGS, LISTINGS, PAYMENT_METHOD_KINDS, PAYMENT_METHOD_STATES } from '@purser/contract/bank-account';
import { BANK_FILE_ORDER_STATES, BANK_FILE_STATES } from '@purser/contract/features/bank-file';
import { SIGNED_OUTCOMES } from '@purser/contract/features/payout';
import { SIGNED_DOUBTS, SIGNER_REASONS, SIGNER_TROUBLES } from '@purser/contract/features/payout-wait';
import { HOLDING_ROLES, SWEEP_STATES } from '@purser/contract/features/chain-reserve';
import { PARTIES_OF_METHODS } from '@purser/contract/features/payment-method';
import { AUTHENTICATION_STATUSES, PARTY_STATUSES, USER_KINDS } from '@purser/contract/features/account';
import { AUDIENCES, CONTENT_KINDS, CONTENT_STATES, HELP_CATEGORIES } from '@purser/contract/content';
import { FILE_STATES, MEDIA_TYPES, PURPOSE_NAMES } from '@purser/contract/file-purpose';
import { NETWORK_KINDS, PRICE_TYPES } from '@purser/contract/coin';
import { HOLD_BUCKETS, LEDGER_RUN_KINDS, LEDGER_RUN_STATES, VERIFICATION_STEPS } from '@purser/contract/features/ledger';
import { STAFF_REVIEW_KINDS } from '@purser/contract/features/review';
import { LOGIN_OUTCOMES, LOGIN_WAYS } from '@purser/contract/features/login-record';
import { MEMBER_ROLES, MEMBER_STATUSES } from '@purser/contract/member';
import { IDENTITY_KINDS, IDENTITY_PARTIES, IDENTITY_STATES } from '@purser/contract/identity';
import { LANGUAGES } from '@purser/contract/language';
import { CHAIN_DEPOSIT_STATES } from '@purser/contract/features/chain-deposit';
import { PROVIDER_STATES } from '@purser/contract/features/chain-network';
import { PROGRAM_KINDS } from '@purser/contract/features/overview';
import { REFUND_SOURCES } from '@purser/contract/features/refund';
import { TRANSFER_STATUSES, TRANSFER_TYPES } from '@purser/contract/features/transfer';
import { DELIVERY_STATES } from '@purser/contract/features/webhook';
import { MESSAGE_CHANNELS, MESSAGE_STATES } from '@purser/contract/message-kinds';
import { PAYMENT_LINK_USES } from '@purser/contract/payment-link';
import { CANCELLED_BY, PAYMENT_ORDER_SOURCES, PAYMENT_ORDER_STATES, PAYMENT_ORDER_TYPES } from '@purser/contract/payment-order';
import { LOOKED_UP_STATES, REVIEW_KINDS, REVIEW_MODES, REVIEW_STATES } from '@purser/contract/review';
import { APPROVAL_STATES } from '@purser/contract/approval';
import { RISK_SIGNS } from '@purser/contract/risk';
import { COMMISSION_STATES } from '@purser/contract/referral';
import { USER_FEES } from '@purser/contract/terms';
import { SET_UP_KINDS } from '@purser/contract/features/staff-auth';
import { STAFF_FACTORS } from '@purser/contract/sign-in-policy';
import { STAFF_ROLES, STAFF_STATUSES } from '@purser/contract/staff';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { generateSchema, readChecks, type Checks } from '../testing/generate-schema.ts';

let database: TestDatabase;
let checks: Checks;
beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  checks = await readChecks(client);
  await client.end();
});
afterAll(() => database.drop());

/** The enum of the contract that says the same as a column's list of words. */
const ENUMS: Readonly<Record<string, readonly string[]>> = {
  'hold.bucket': HOLD_BUCKETS,
  'merchant.status': PARTY_STATUSES,
  'merchant_member.role': MEMBER_ROLES,
  'merchant_member.status': MEMBER_STATUSES,
  'merchant.authentication_status': AUTHENTICATION_STATUSES,
  'wallet_user.status': PARTY_STATUSES,
  'wallet_user.authentication_status': AUTHENTICATION_STATUSES,
  'wallet_user.kind': USER_KINDS,
  'kind_terms.kind': USER_KINDS,
  'terms_change.kind': ['', ...USER_KINDS],
  'wallet_user.language': LANGUAGES,
  'merchant.notice_language': LANGUAGES,
  'chain_deposit.state': CHAIN_DEPOSIT_STATES,
  'payment_order.language': LANGUAGES,
  'payment_order.status': PAYMENT_ORDER_STATES,
  'payment_order.cancelled_by': CANCELLED_BY,
  'payment_order.order_from': PAYMENT_ORDER_SOURCES,
  'payment_order.order_type': PAYMENT_ORDER_TYPES,
  'payment_link.uses': PAYMENT_LINK_USES,
  'merchant_transfer.transfer_type': TRANSFER_TYPES,
  'merchant_transfer.transfer_status': TRANSFER_STATUSES,
  'program.kind': PROGRAM_KINDS,
  'webhook_delivery.state': DELIVERY_STATES,
  'sign_in_policy.staff_factor': STAFF_FACTORS,
  'staff.role': STAFF_ROLES,
  'staff.status': STAFF_STATUSES,
  'login_record.outcome': LOGIN_OUTCOMES,
  'login_record.way': LOGIN_WAYS,
  'message.channel': MESSAGE_CHANNELS,
  'message.language': LANGUAGES,
  'message.state': MESSAGE_STATES,
  'message_provider.channel': MESSAGE_CHANNELS,
  'message_template.channel': MESSAGE_CHANNELS,
  'message_template.language': LANGUAGES,
  'approval.state': APPROVAL_STATES,
  'risk_sign.sign': RISK_SIGNS,
  'staff_invitation.kind': SET_UP_KINDS,
  'staff_invitation.role': STAFF_ROLES,
  'content_item.kind': CONTENT_KINDS,
  'content_item.category': HELP_CATEGORIES,
  'content_item.audience': AUDIENCES,
  'content_item.next_audience': AUDIENCES,
  'content_item.next_category': HELP_CATEGORIES,
  'content_item.state': CONTENT_STATES,
  'content_text.language': LANGUAGES,
  'content_acceptance.language': LANGUAGES,
  'file.purpose': PURPOSE_NAMES,
  'file.state': FILE_STATES,
  'file.media_type': MEDIA_TYPES,
  'identity_submission.party': IDENTITY_PARTIES,
  'identity_submission.kind': IDENTITY_KINDS,
  'identity_submission.status': IDENTITY_STATES,
  'ledger_run.kind': LEDGER_RUN_KINDS,
  'ledger_run.state': LEDGER_RUN_STATES,
  'ledger_run.step': VERIFICATION_STEPS,
  'network.kind': NETWORK_KINDS,
  'checkout_terms.listing': LISTINGS,
  'coin_rate.price_type': PRICE_TYPES,
  'commission.order_kind': USER_FEES,
  'commission.state': COMMISSION_STATES,
  'chain_provider.state': PROVIDER_STATES,
  'chain_tx.doubt': SIGNED_DOUBTS,
  'chain_tx.outcome': SIGNED_OUTCOMES,
  'payout_wait.reason': SIGNER_REASONS,
  'signer_told.trouble': SIGNER_TROUBLES,
  'chain_holding.role': HOLDING_ROLES,
  'sweep.state': SWEEP_STATES,
  'bank_file.status': BANK_FILE_STATES,
  'bank_file_order.status': BANK_FILE_ORDER_STATES,
  'payment_method.party': PARTIES_OF_METHODS,
  'payment_method.kind': PAYMENT_METHOD_KINDS,
  'payment_method.status': PAYMENT_METHOD_STATES,
  'payment_method.binding': BINDINGS,
  'payment_method.listing': LISTINGS,
  'recharge_evidence.state': LOOKED_UP_STATES,
  'review_bound.kind': STAFF_REVIEW_KINDS,
  'review_order.kind': REVIEW_KINDS,
  'review_order.status': REVIEW_STATES,
  'refund.refund_from': REFUND_SOURCES,
  'review_order.review_mode': REVIEW_MODES,
};
/** Lists that no call shows: the server's types are generated from them. */
const OF_THE_SERVER_ALONE = [
  'audit_log.actor_kind',
  // With what a call shows of it, two words that it never does.
  'chain_deposit.reason',
  'chain_nonce.role',
  'chain_tx.kind',
  'content_acceptance.party',
  'face_session.purpose',
  'face_session.status',
  'figure_sum.part',
  'figure_sum.width',
  'login_directory.kind',
  // What was moved, or nothing that is known of.
  'recharge_evidence.token',
  'review_order.balance_type',
  'review_order.reviewer_kind',
  'review_order.way',
  'session.party',
  'sign_in_failure.kind',
  // Why a sweep does not go on, or nothing.
  'sweep.why',
  'system_setting.seeded',
  'turnover_minute.kind',
];
/** Checks that hold a text and are no list of words: rules between columns, and what a name must not be. */
const RULES = [
  'ledger.account.account_ceiling',
  'ledger.account.only_the_provider_is_unbounded',
  'ledger.posting.posting_type_check',
  'public.approval.approval_decided',
  'public.approval.approval_rejected_with_reason',
  'public.bank_file.bank_file_paid',
  'public.chain_deposit.chain_deposit_check',
  'public.chain_deposit.chain_deposit_check1',
  'public.chain_deposit.chain_deposit_return',
  'public.chain_deposit.chain_deposit_returned',
  'public.chain_tx.chain_tx_doubt',
  'public.coin.coin_code_check',
  'public.coin.coin_order_ceiling',
  'public.coin_rate.coin_rate_fixed',
  'public.commission.commission_state',
  'public.content_item.content_item_check',
  'public.content_item.content_item_check1',
  'public.content_item.content_item_check2',
  'public.face_session.face_session_check',
  'public.face_session.face_session_check1',
  'public.identity_submission.identity_submission_check',
  'public.kind_terms.kind_terms_commission',
  'public.ledger_run.ledger_run_finished',
  'public.login_directory.email_in_small_letters',
  'public.login_ip_white.login_ip_white_usual',
  'public.login_record.login_record_check',
  'public.market.market_market_check',
  'public.merchant.merchant_time_zone_check',
  'public.merchant_terms.merchant_terms_check2',
  'public.network.network_deposit_xpub_check',
  'public.network.network_network_check',
  'public.payment_link.payment_link_check',
  'public.payment_link.payment_link_check1',
  'public.payment_method.payment_method_check',
  'public.payment_order.payment_order_check1',
  'public.payment_order.payment_order_check2',
  'public.payment_order.payment_order_refunded',
  'public.rate_feed.rate_feed_check2',
  'public.referral_code.referral_code_code_check',
  'public.reserve_attestation.reserve_attestation_source_check',
  'public.review_bound.review_bound_amount_check',
  'public.review_order.accepted_while_pending',
  'public.review_order.review_order_way',
  'public.staff_invitation.staff_invitation_check1',
  'public.staff_invitation.staff_invitation_check2',
  'public.staff_invitation.staff_invitation_check3',
  'public.wallet_user.closed_for_good',
  'public.webhook_delivery.webhook_delivery_check',
];

it('schema.ts is what the migrations make (npm run schema writes it anew)', async () => {
  expect(await readFile(join(import.meta.dirname, 'schema.ts'), 'utf8')).toBe(await generateSchema(database.url));
});

it("every list of words in a check is the contract's enum of that column", () => {
  const lists = Object.fromEntries(checks.lists.map(({ table, column, words }) => [`${table}.${column}`, words.toSorted()]));
  const shown = Object.fromEntries(Object.entries(lists).filter(([column]) => !OF_THE_SERVER_ALONE.includes(column)));
  expect(shown).toEqual(Object.fromEntries(Object.entries(ENUMS).map(([column, words]) => [column, words.toSorted()])));
  expect(Object.keys(lists)).toEqual(expect.arrayContaining(OF_THE_SERVER_ALONE));
});

it('every other check with a text in it is a known rule, so that no list hides among them', () => {
  expect(checks.others.map(({ table, name }) => `${table}.${name}`)).toEqual(RULES);
});
