/**
 * Where each table's rows lie when the database is distributed over several nodes. On one PostgreSQL nothing of it matters, and the schema's
 * tests still hold every table to it: what cannot be distributed is found when it is made.
 */
export type Distribution =
  /** Each owner's rows on one node, among those of the owner's in every other table of the group. */
  | { readonly group: 'party' | 'ledger' | 'audit'; readonly by: 'owner_id' | 'merchant_id' | 'user_id' }
  /** Small, and read together with owners' rows: every node has it whole. */
  | { readonly group: 'reference' }
  /** Of nobody, or of many at once, and never read together with owners' rows: on the coordinator. */
  | { readonly group: 'coordinator' }
  /** Found by what they are asked for, not by whose they are: on the coordinator as well. */
  | { readonly group: 'directory' }
  /** The provider's own, for the calls of staff alone: on the coordinator as well. */
  | { readonly group: 'staff' };

const party = (by: 'owner_id' | 'merchant_id' | 'user_id' = 'owner_id') => ({ group: 'party', by }) as const;
const LEDGER = { group: 'ledger', by: 'owner_id' } as const;
const AUDIT = { group: 'audit', by: 'owner_id' } as const;
const REFERENCE = { group: 'reference' } as const;
const COORDINATOR = { group: 'coordinator' } as const;
const DIRECTORY = { group: 'directory' } as const;
const STAFF = { group: 'staff' } as const;

/** Every table, by its schema and name. */
export const DISTRIBUTION: Readonly<Record<string, Distribution>> = {
  'ledger.account': LEDGER,
  'ledger.adoption': COORDINATOR,
  'ledger.crossing': LEDGER,
  'ledger.crossing_end': LEDGER,
  'ledger.entry': LEDGER,
  'ledger.hold': LEDGER,
  'ledger.posting': LEDGER,
  'ledger.rollup': LEDGER,
  'ledger.running_total': LEDGER,
  'ledger.seal': LEDGER,
  'public.access_key': party('merchant_id'),
  'public.access_key_address': party('merchant_id'),
  'public.address_directory': DIRECTORY,
  'public.api_nonce': party('merchant_id'),
  'public.approval': STAFF,
  'public.audit_log': AUDIT,
  'public.bank_file': STAFF,
  'public.bank_file_order': STAFF,
  'public.blocked_address': COORDINATOR,
  'public.chain_balance': DIRECTORY,
  'public.chain_block': COORDINATOR,
  'public.chain_cursor': COORDINATOR,
  'public.chain_deposit': party(),
  'public.chain_event': DIRECTORY,
  'public.chain_holding': COORDINATOR,
  'public.chain_nonce': DIRECTORY,
  'public.chain_provider': COORDINATOR,
  'public.chain_reserve': STAFF,
  'public.chain_tx': DIRECTORY,
  'public.change': COORDINATOR,
  'public.change_bound': STAFF,
  'public.checkout_terms': party('merchant_id'),
  'public.coin': REFERENCE,
  'public.coin_network': REFERENCE,
  'public.coin_rate': COORDINATOR,
  'public.commission': party(),
  'public.content_acceptance': party(),
  'public.content_item': REFERENCE,
  'public.content_read': party(),
  'public.content_text': REFERENCE,
  'public.content_version': REFERENCE,
  'public.deposit_address': party(),
  'public.face_enrolment': party(),
  'public.face_limit': COORDINATOR,
  'public.face_session': party(),
  'public.face_setting': COORDINATOR,
  'public.fee_slot': COORDINATOR,
  'public.figure_progress': party('merchant_id'),
  'public.figure_sum': party('merchant_id'),
  'public.file': party(),
  'public.idempotency_key': party(),
  'public.identity_submission': party(),
  'public.kind_terms': REFERENCE,
  'public.known_address': party(),
  'public.known_device': party(),
  'public.ledger_run': STAFF,
  'public.liability_statement': COORDINATOR,
  'public.liability_tile': party(),
  'public.login_directory': DIRECTORY,
  'public.login_ip_white': party('merchant_id'),
  'public.login_record': party('merchant_id'),
  'public.maintenance': COORDINATOR,
  'public.market': REFERENCE,
  'public.merchant': party('merchant_id'),
  'public.merchant_member': party('merchant_id'),
  'public.merchant_member_link': party('merchant_id'),
  'public.merchant_set_up_link': party('merchant_id'),
  'public.merchant_terms': party('merchant_id'),
  'public.merchant_transfer': party('merchant_id'),
  'public.message': party(),
  'public.message_provider': COORDINATOR,
  'public.message_template': COORDINATOR,
  'public.network': REFERENCE,
  'public.payer_passkey': party('user_id'),
  'public.payment_link': party('merchant_id'),
  'public.payment_link_progress': COORDINATOR,
  'public.payment_link_total': party('merchant_id'),
  'public.payment_method': party(),
  'public.payment_order': party('merchant_id'),
  'public.payout_account': STAFF,
  'public.payout_address': party(),
  'public.payout_signed_before': party(),
  'public.payout_txid': DIRECTORY,
  'public.payout_wait': STAFF,
  'public.program': COORDINATOR,
  'public.promised_time': COORDINATOR,
  'public.rate_feed': COORDINATOR,
  'public.recharge_evidence': STAFF,
  'public.recharge_txid': DIRECTORY,
  'public.recovery_code': party('merchant_id'),
  'public.referral': party('user_id'),
  'public.referral_code': DIRECTORY,
  'public.refund': party('merchant_id'),
  'public.reserve_attestation': STAFF,
  'public.reserved_username': DIRECTORY,
  'public.review_bound': STAFF,
  'public.review_order': party(),
  'public.risk_sign': party(),
  'public.saved_view': party('merchant_id'),
  'public.schema_migration': COORDINATOR,
  'public.scope_key': COORDINATOR,
  'public.server_key': COORDINATOR,
  'public.session': party(),
  'public.sign_in_failure': party(),
  'public.sign_in_policy': REFERENCE,
  'public.signer_told': STAFF,
  'public.single_use': DIRECTORY,
  'public.staff': STAFF,
  'public.staff_invitation': STAFF,
  'public.staff_passkey': STAFF,
  'public.staff_saved_view': STAFF,
  'public.staff_session': STAFF,
  'public.staff_unconfirmed': STAFF,
  'public.sweep': STAFF,
  'public.system_setting': COORDINATOR,
  'public.terms_change': STAFF,
  'public.throttle': DIRECTORY,
  'public.turnover_minute': COORDINATOR,
  'public.turnover_progress': COORDINATOR,
  'public.usdt_withdrawal_day': party(),
  'public.verification_code': DIRECTORY,
  'public.wallet_user': party('user_id'),
  'public.webhook_attempt': party('merchant_id'),
  'public.webhook_delivery': party('merchant_id'),
  'public.webhook_endpoint': party('merchant_id'),
  'public.withdrawal_limit': party('merchant_id'),
  'public.withdrawal_limit_use': party('merchant_id'),
};

/** Are all rows that have one value in a column on one node? */
export function liesTogether(name: string, column: string): boolean {
  const distribution = distributionOf(name);
  return distribution === undefined || !('by' in distribution) || distribution.by === column;
}

/** Do nodes have rows of a table, which is named with or without the schema public? */
export function isOnNodes(name: string): boolean {
  const distribution = distributionOf(name);
  return distribution !== undefined && (distribution.group === 'reference' || 'by' in distribution);
}

function distributionOf(name: string): Distribution | undefined {
  return DISTRIBUTION[name.includes('.') ? name : `public.${name}`];
}
