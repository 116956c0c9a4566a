// Written by "npm run schema" from the migrations; never edited by hand.

import type { ColumnType } from "kysely";

export type ApprovalState = "approved" | "expired" | "pending" | "rejected" | "withdrawn";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type AuditLogActorKind = "access_key" | "merchant" | "operator" | "system" | "user";

export type BankFileOrderStatus = "failed" | "included" | "paid" | "returned";

export type BankFileStatus = "made" | "paid";

export type ChainDepositReason = "" | "amount" | "below_minimum" | "blocked_sender" | "due" | "no_coin" | "no_rate" | "not_permitted" | "suspended" | "told_by_hand";

export type ChainDepositState = "confirming" | "credited" | "held" | "ignored" | "orphaned" | "returned" | "returning" | "set_aside";

export type ChainHoldingRole = "cold" | "gas" | "hot";

export type ChainNonceRole = "deposit" | "gas" | "hot";

export type ChainProviderState = "answers" | "behind" | "other_chain" | "silent" | "wrong";

export type ChainTxDoubt = "nodes_differ" | "transfer_differs";

export type ChainTxKind = "fuel" | "payout" | "return" | "sweep";

export type ChainTxOutcome = "cancelled" | "expired" | "paid" | "reverted" | "taken";

export type CheckoutTermsListing = "off" | "on";

export type CoinRatePriceType = "fixed" | "floating";

export type CommissionOrderKind = "fiat_withdrawal" | "usdt_recharge" | "usdt_withdrawal";

export type CommissionState = "due" | "lapsed" | "none" | "paid";

export type ContentAcceptanceLanguage = "en" | "vi" | "zh_Hans" | "zh_Hant";

export type ContentAcceptanceParty = "merchant" | "user";

export type ContentItemAudience = "everyone" | "merchants" | "wallet_users";

export type ContentItemCategory = "developers" | "disputes" | "merchants" | "paying" | "wallet";

export type ContentItemKind = "about_us" | "announcement" | "help_article" | "legal_statement" | "privacy_policy" | "user_agreement";

export type ContentItemNextAudience = "everyone" | "merchants" | "wallet_users";

export type ContentItemNextCategory = "developers" | "disputes" | "merchants" | "paying" | "wallet";

export type ContentItemState = "draft" | "published" | "scheduled" | "withdrawn";

export type ContentTextLanguage = "en" | "vi" | "zh_Hans" | "zh_Hant";

export type FaceSessionPurpose = "enrol" | "pay";

export type FaceSessionStatus = "failed" | "open" | "passed";

export type FigureSumPart = "asked" | "created" | "moved";

export type FigureSumWidth = "day" | "hour";

export type FileMediaType = "application/pdf" | "image/jpeg" | "image/png" | "image/webp";

export type FilePurpose = "bank_file" | "content_image" | "identity" | "logo" | "voucher";

export type FileState = "kept" | "leaving" | "pending";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type HoldBucket = "frozen" | "pending";

export type Id = ColumnType<bigint, bigint | number, bigint | number>;

export type IdentitySubmissionKind = "company" | "person";

export type IdentitySubmissionParty = "merchant" | "user";

export type IdentitySubmissionStatus = "approved" | "pending" | "rejected";

export type KindTermsKind = "advanced" | "agent" | "ordinary";

export type LedgerRunKind = "checkpoint" | "statement" | "verification";

export type LedgerRunState = "done" | "failed" | "running" | "stopped" | "waiting";

export type LedgerRunStep = "accounts" | "audit" | "checkpoint" | "postings" | "records" | "seals" | "statistics";

export type LoginDirectoryKind = "merchant_username" | "user_email" | "user_phone" | "user_username";

export type LoginRecordOutcome = "code_used" | "ip_refused" | "logged_in" | "no_code" | "suspended" | "wrong_code" | "wrong_password";

export type LoginRecordWay = "first_authenticator" | "google_code" | "recovery_code" | "set_up_link";

export type MerchantAuthenticationStatus = "approved" | "not_authenticated" | "pending" | "rejected";

export type MerchantMemberRole = "developer" | "finance" | "owner" | "viewer";

export type MerchantMemberStatus = "normal" | "suspended";

export type MerchantNoticeLanguage = "en" | "vi" | "zh_Hans" | "zh_Hant";

export type MerchantStatus = "normal" | "suspended";

export type MerchantTransferTransferStatus = "completed";

export type MerchantTransferTransferType = "receive" | "transfer";

export type MessageChannel = "mail" | "sms";

export type MessageLanguage = "en" | "vi" | "zh_Hans" | "zh_Hant";

export type MessageProviderChannel = "mail" | "sms";

export type MessageState = "failed" | "given_up" | "sent" | "waiting";

export type MessageTemplateChannel = "mail" | "sms";

export type MessageTemplateLanguage = "en" | "vi" | "zh_Hans" | "zh_Hant";

export type NetworkKind = "evm" | "tron";

export type Numeric = ColumnType<string, number | string, number | string>;

export type PaymentLinkUses = "many" | "one";

export type PaymentMethodBinding = "bound" | "unbound";

export type PaymentMethodKind = "bank_account";

export type PaymentMethodListing = "off" | "on";

export type PaymentMethodParty = "merchant" | "user";

export type PaymentMethodStatus = "rejected" | "unverified" | "verified";

export type PaymentOrderCancelledBy = "merchant" | "payer";

export type PaymentOrderLanguage = "en" | "vi" | "zh_Hans" | "zh_Hant";

export type PaymentOrderOrderFrom = "api" | "scan";

export type PaymentOrderOrderType = "collection" | "deposit" | "transfer";

export type PaymentOrderStatus = "cancelled" | "created" | "expired" | "paid" | "scanned";

export type PayoutWaitReason = "address_refused" | "address_rests" | "arrival_elsewhere" | "arrival_less" | "arrival_unseen" | "call_off_dear" | "chain_refuses" | "changed" | "gas_price" | "gas_short" | "limit_day" | "limit_hour" | "limit_once" | "many_open" | "no_amount" | "nonce_gap" | "not_mined" | "not_taken" | "not_usdt" | "one_node" | "other_policy" | "signed_before" | "signed_elsewhere" | "usdt_short";

export type ProgramKind = "api" | "watcher" | "worker";

export type RechargeEvidenceState = "confirming" | "final" | "nodes_differ" | "not_found" | "one_node" | "reverted";

export type RechargeEvidenceToken = "" | "no_transfer" | "other_token" | "usdt";

export type RefundRefundFrom = "api" | "console";

export type ReviewBoundKind = "adjustment" | "fiat_withdrawal" | "usdt_recharge" | "usdt_withdrawal";

export type ReviewOrderBalanceType = "" | "available" | "pending";

export type ReviewOrderKind = "adjustment" | "fiat_withdrawal" | "usdt_recharge" | "usdt_withdrawal" | "user_withdrawal";

export type ReviewOrderReviewerKind = "access_key" | "merchant" | "operator" | "system" | "user";

export type ReviewOrderReviewMode = "automatic" | "manual";

export type ReviewOrderStatus = "appeal" | "approved" | "cancelled" | "completed" | "created" | "failed" | "paid" | "paid_out" | "pending_review" | "refunded" | "rejected" | "returned" | "settled";

export type ReviewOrderWay = "" | "quick";

export type RiskSignSign = "code_changed" | "new_address" | "new_device" | "password_changed" | "payment_password_changed";

export type SessionParty = "merchant" | "user";

export type SignerToldTrouble = "failing" | "no_node";

export type SignInFailureKind = "code" | "code_of_act" | "password";

export type SignInPolicyStaffFactor = "any" | "passkey";

export type StaffInvitationKind = "first" | "invitation" | "reset";

export type StaffInvitationRole = "admin" | "auditor" | "finance" | "support";

export type StaffRole = "admin" | "auditor" | "finance" | "support";

export type StaffStatus = "active" | "suspended";

export type SweepState = "failed" | "fuelled" | "fuelling" | "planned" | "settled" | "signed";

export type SweepWhy = "" | "chain_refuses" | "empty" | "fuel_limit" | "fuelled_often" | "gas_price" | "gas_short" | "not_ours" | "not_worth" | "reverted" | "taken";

export type SystemSettingSeeded = "demo" | "operator";

export type TermsChangeKind = "" | "advanced" | "agent" | "ordinary";

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type TurnoverMinuteKind = "adjustment" | "fiat_withdrawal" | "payment" | "transfer" | "usdt_recharge" | "usdt_withdrawal" | "user_withdrawal";

export type WalletUserAuthenticationStatus = "approved" | "not_authenticated" | "pending" | "rejected";

export type WalletUserKind = "advanced" | "agent" | "ordinary";

export type WalletUserLanguage = "en" | "vi" | "zh_Hans" | "zh_Hant";

export type WalletUserStatus = "normal" | "suspended";

export type WebhookDeliveryState = "delivered" | "failed" | "pending";

export interface AccessKey {
  access_key: string;
  changed_at: Generated<Date>;
  created_at: Generated<Date>;
  ip_permission: Generated<string[]>;
  last_used_at: Date | null;
  merchant_id: Id;
  secret: Buffer;
}

export interface AccessKeyAddress {
  access_key: string;
  first_used_at: Date;
  ip: string;
  last_used_at: Generated<Date>;
  merchant_id: Id;
}

export interface AddressDirectory {
  address: string;
  derivation_index: number | null;
  lookup_key: Generated<string>;
  network: string;
  owner_id: Id;
}

export interface ApiNonce {
  forget_at: Date;
  merchant_id: Id;
  nonce: string;
}

export interface Approval {
  approval_id: string;
  content: string;
  content_hash: Buffer;
  created_at: Generated<Date>;
  decided_at: Date | null;
  decided_by: bigint | null;
  entered_by: bigint;
  expires_at: Date;
  kind: string;
  owner_id: Id;
  reason: string;
  remark: Generated<string>;
  state: Generated<ApprovalState>;
}

export interface AuditLog {
  action: string;
  actor: string;
  actor_kind: AuditLogActorKind;
  created_at: Date;
  details: unknown;
  hash: Buffer;
  ip: string | null;
  owner_id: Id;
  previous_hash: Buffer;
  sequence: Id;
  user_agent: string | null;
}

export interface BankFile {
  created_at: Generated<Date>;
  csv_hash: string;
  file_no: string;
  made_by: bigint;
  market: string;
  order_count: number;
  paid_at: Date | null;
  paid_by: bigint | null;
  sealed_csv: Buffer;
  sealed_xml: Buffer;
  status: Generated<BankFileStatus>;
  total: bigint;
  xml_hash: string;
}

export interface BankFileOrder {
  amount: bigint;
  bank_name: string;
  created_at: Generated<Date>;
  decided_by: bigint | null;
  file_no: string;
  holder_name: string;
  market: string;
  owner_id: Id;
  reason: Generated<string>;
  serial_number: string;
  shown_number: string;
  status: Generated<BankFileOrderStatus>;
  updated_at: Generated<Date>;
}

export interface BlockedAddress {
  address: string;
  blocked_by: bigint;
  blocked_by_name: string;
  created_at: Generated<Date>;
  reason: string;
}

export interface ChainBalance {
  address: string;
  network: string;
  owner_id: Id;
  received: Numeric;
  swept: Generated<Numeric>;
}

export interface ChainBlock {
  hash: Buffer;
  network: string;
  number: bigint;
}

export interface ChainCursor {
  block_hash: Buffer;
  block_number: bigint;
  halted: Generated<string>;
  halted_at: Date | null;
  head: bigint;
  head_moved_at: Generated<Date>;
  last_trouble: Generated<string>;
  last_trouble_at: Date | null;
  looked_at: Generated<Date>;
  moved_at: Generated<Date>;
  network: string;
  trouble: Generated<string>;
  trouble_at: Date | null;
}

export interface ChainDeposit {
  address: string;
  amount: bigint;
  block_hash: Buffer;
  block_number: bigint;
  decided_by: bigint | null;
  deposit_id: Generated<string>;
  network: string;
  ordinal: number;
  owner_id: Id;
  raw_amount: Numeric;
  reason: Generated<ChainDepositReason>;
  remark: Generated<string>;
  return_address: string | null;
  return_amount: bigint | null;
  return_fee: bigint | null;
  returned_txid: Buffer | null;
  seen_at: Generated<Date>;
  sender: string;
  serial_number: string | null;
  settled_at: Date | null;
  state: ChainDepositState;
  txid: Buffer;
}

export interface ChainEvent {
  claimed_at: Generated<Date>;
  network: string;
  ordinal: number;
  owner_id: Id;
  txid: Buffer;
}

export interface ChainHolding {
  address: string;
  coins: Numeric;
  lacks_coins: boolean;
  lacks_tokens: boolean;
  looked_at: Generated<Date>;
  low_at: Date | null;
  network: string;
  role: ChainHoldingRole;
  tokens: Numeric;
}

export interface ChainNonce {
  is_on: boolean;
  network: string;
  next_nonce: bigint;
  role: Generated<ChainNonceRole>;
  sender: Buffer;
}

export interface ChainProvider {
  final: bigint | null;
  head: bigint | null;
  host: string;
  looked_at: Generated<Date>;
  network: string;
  place: number;
  since: Generated<Date>;
  state: ChainProviderState;
}

export interface ChainReserve {
  awaited_at: Date | null;
  block_number: bigint | null;
  drift: Numeric | null;
  drift_at: Date | null;
  expected: Numeric | null;
  held: Numeric | null;
  network: string;
  parts: unknown | null;
  reckoned_at: Generated<Date | null>;
}

export interface ChainTx {
  arrived_raw: Numeric | null;
  attempt: number;
  cancels: Generated<boolean>;
  doubt: ChainTxDoubt | null;
  doubt_at: Date | null;
  kind: Generated<ChainTxKind>;
  left_raw: Numeric | null;
  max_fee: Numeric;
  max_tip: Numeric;
  network: string;
  nonce: bigint;
  outcome: ChainTxOutcome | null;
  owner_id: Id;
  raw: Buffer;
  seen_block: bigint | null;
  sender: Buffer;
  sent_block: bigint | null;
  serial_number: string;
  signed_at: Generated<Date>;
  txid: Buffer;
}

export interface Change {
  forget_at: Generated<Date>;
  note: string;
  sequence: Generated<Id>;
  xid: Generated<string>;
}

export interface ChangeBound {
  approval_id: string | null;
  fee_bp: number;
  rate_bp: number;
  sequence: number;
  set_at: Generated<Date>;
  set_by: bigint | null;
}

export interface CheckoutTerms {
  coin: string;
  listing: CheckoutTermsListing;
  maximum: bigint | null;
  merchant_id: Id;
  minimum: bigint | null;
  update_time: Generated<Date>;
  version: Generated<number>;
  ways: number;
}

export interface Coin {
  added_at: Generated<Date>;
  adjustment_fee_bp: Generated<number>;
  code: string;
  decimals: number;
  fiat_withdrawal_fee_bp: Generated<number>;
  fiat_withdrawal_minimum: Generated<bigint>;
  is_on: Generated<boolean>;
  market: string | null;
  order_maximum: bigint;
  order_minimum: bigint;
  payment_fee_bp: number;
  position: number;
  refund_returns_fee: Generated<boolean>;
  symbol: Generated<string>;
  transfer_fee_bp: number;
  transfer_minimum: bigint;
  usdt_recharge_fee_bp: Generated<number>;
  usdt_recharge_minimum: Generated<bigint>;
  usdt_withdrawal_day_maximum: Generated<bigint>;
  usdt_withdrawal_fee_bp: Generated<number>;
  usdt_withdrawal_maximum: Generated<bigint>;
  usdt_withdrawal_minimum: Generated<bigint>;
  user_withdrawal_fee_bp: Generated<number>;
}

export interface CoinNetwork {
  coin: string;
  confirmations: number;
  contract_address: string;
  deposit_address: Generated<string>;
  deposit_address_before: Generated<string>;
  dust: Generated<bigint>;
  is_on: Generated<boolean>;
  network: string;
  network_fee: Generated<bigint>;
  network_fee_before: bigint | null;
  network_fee_changed_at: Date | null;
  token_decimals: number;
}

export interface CoinRate {
  approval_id: string | null;
  coin: string;
  fed: Numeric | null;
  price_type: CoinRatePriceType;
  rate: Numeric | null;
  rate_to_usdt: Numeric | null;
  sequence: number;
  set_at: Generated<Date>;
  set_by: string;
}

export interface Commission {
  amount: bigint;
  coin: string;
  create_time: Generated<Date>;
  due_time: Date;
  fee: bigint;
  order_kind: CommissionOrderKind;
  order_serial_number: string;
  owner_id: Id;
  serial_number: string;
  settle_time: Date | null;
  share_bp: number;
  state: CommissionState;
  user_id: Id;
}

export interface ContentAcceptance {
  accepted_at: Generated<Date>;
  content_id: string;
  ip: string | null;
  language: ContentAcceptanceLanguage;
  owner_id: Id;
  party: ContentAcceptanceParty;
  user_agent: Generated<string>;
  version: number;
}

export interface ContentItem {
  audience: Generated<ContentItemAudience>;
  category: ContentItemCategory | null;
  content_id: string;
  created_at: Generated<Date>;
  draft: Generated<unknown>;
  has_changes: Generated<boolean>;
  kind: ContentItemKind;
  must_accept: Generated<boolean>;
  next_audience: ContentItemNextAudience | null;
  next_category: ContentItemNextCategory | null;
  publish_at: Date | null;
  published_version: number | null;
  revision: Generated<number>;
  saved_at: Generated<Date>;
  saved_by: string;
  scheduled: unknown | null;
  scheduled_by: string | null;
  scheduled_for: Date | null;
  slug: string;
  state: Generated<ContentItemState>;
}

export interface ContentRead {
  content_id: string;
  owner_id: Id;
  read_at: Generated<Date>;
}

export interface ContentText {
  body: unknown;
  changed_in: number;
  content_id: string;
  html: string;
  language: ContentTextLanguage;
  search_text: string;
  summary: string;
  title: string;
  version: number;
}

export interface ContentVersion {
  content_id: string;
  must_accept: boolean;
  note: Generated<string>;
  published_at: Generated<Date>;
  published_by: string;
  version: number;
}

export interface DepositAddress {
  address: string;
  derivation_index: number | null;
  network: string;
  owner_id: Id;
  set_at: Generated<Date>;
  set_by: bigint | null;
}

export interface FaceEnrolment {
  consented_at: Date | null;
  document: Buffer | null;
  enrolled_at: Date | null;
  failures: Generated<number>;
  locked_until: Date | null;
  model: string | null;
  owner_id: Id;
  selfie: Buffer | null;
}

export interface FaceLimit {
  coin: string;
  most: bigint;
}

export interface FaceSession {
  amount: bigint | null;
  busy_until: Date | null;
  challenge: Buffer | null;
  coin: string | null;
  expires_at: Date;
  is_counted: Generated<boolean>;
  order_token: string | null;
  owner_id: Id;
  purpose: FaceSessionPurpose;
  session_id: string;
  status: Generated<FaceSessionStatus>;
  used_by: string | null;
}

export interface FaceSetting {
  is_offered: Generated<boolean>;
  only_row: Generated<boolean>;
  revision: Generated<number>;
}

export interface FeeSlot {
  held_until: Generated<Date>;
  holder: string | null;
  slot: number;
}

export interface FigureProgress {
  asked_to: Date;
  began_at: Date;
  coin: string;
  created_to: Date;
  merchant_id: Id;
  moved_to: Date;
}

export interface FigureSum {
  amount_paid: Generated<bigint>;
  amount_recharged: Generated<bigint>;
  amount_withdrawn: Generated<bigint>;
  coin: string;
  handling_fee: Generated<bigint>;
  merchant_id: Id;
  orders_created: Generated<bigint>;
  orders_paid: Generated<bigint>;
  orders_succeeded: Generated<bigint>;
  part: FigureSumPart;
  pay_classes: Generated<number[]>;
  pay_counts: Generated<ArrayType<bigint>>;
  payers: Generated<Buffer>;
  product_amounts: Generated<ArrayType<bigint>>;
  product_counts: Generated<ArrayType<bigint>>;
  product_names: Generated<string[]>;
  products_cut: Generated<boolean>;
  recharges: Generated<bigint>;
  starts_at: Date;
  transferred_in: Generated<bigint>;
  transferred_out: Generated<bigint>;
  width: FigureSumWidth;
  withdrawals: Generated<bigint>;
}

export interface File {
  content_hash: Buffer;
  created_at: Generated<Date>;
  file_id: string;
  media_type: FileMediaType;
  name: string;
  owner_id: Id;
  purpose: FilePurpose;
  remove_at: Date | null;
  sent_by: string;
  size: bigint;
  state: Generated<FileState>;
  used_at: Date | null;
}

export interface IdempotencyKey {
  answer: unknown | null;
  forget_at: Date;
  key: string;
  owner_id: Id;
  refusal: unknown | null;
  request_hash: Buffer;
}

export interface IdentitySubmission {
  content: Buffer | null;
  created_at: Generated<Date>;
  decided_at: Date | null;
  decided_by: bigint | null;
  document_mac: Buffer | null;
  erase_at: Date | null;
  file_ids: Generated<string[]>;
  kind: IdentitySubmissionKind;
  owner_id: Id;
  party: IdentitySubmissionParty;
  reason: Generated<string>;
  status: Generated<IdentitySubmissionStatus>;
  submission_id: string;
}

export interface KindTerms {
  changed_at: Generated<Date>;
  coin: string;
  commission_bp: number | null;
  fiat_withdrawal_fee_bp: number | null;
  fiat_withdrawal_minimum: bigint | null;
  kind: KindTermsKind;
  usdt_recharge_fee_bp: number | null;
  usdt_recharge_minimum: bigint | null;
  usdt_withdrawal_day_maximum: bigint | null;
  usdt_withdrawal_fee_bp: number | null;
  usdt_withdrawal_maximum: bigint | null;
  usdt_withdrawal_minimum: bigint | null;
}

export interface KnownAddress {
  ip: string;
  last_login_at: Generated<Date>;
  members: Generated<number[]>;
  owner_id: Id;
}

export interface KnownDevice {
  device: Buffer;
  last_login_at: Generated<Date>;
  owner_id: Id;
}

export interface LedgerAccount {
  available: Generated<bigint>;
  coin: string;
  frozen: Generated<bigint>;
  last_posted_at: Generated<Date>;
  last_type: string | null;
  last_type_version: bigint | null;
  opened_at: Generated<Date>;
  owner_id: Id;
  pending: Generated<bigint>;
  purpose: string;
  unbounded: Generated<boolean>;
  version: Generated<bigint>;
}

export interface LedgerAdoption {
  adopted: bigint;
  adopted_at: Date;
  mark: Buffer;
  owner_id: Id;
  refused: bigint;
}

export interface LedgerCrossing {
  about: unknown | null;
  due_at: Date;
  owner_id: Id;
  posting_id: string;
}

export interface LedgerCrossingEnd {
  answer: unknown | null;
  decided_at: Generated<Date>;
  first_owner_id: Id;
  first_posting_id: string;
  owner_id: Id;
  refusal: string | null;
}

export interface LedgerEntry {
  available_after: bigint;
  available_before: bigint;
  begins_run: Generated<boolean>;
  charge: bigint;
  coin: string;
  counterparty: bigint | null;
  frozen_after: bigint;
  frozen_before: bigint;
  hold_id: string | null;
  owner_id: Id;
  pending_after: bigint;
  pending_before: bigint;
  posted_at: Date;
  posting_id: string;
  posting_owner_id: Id;
  purpose: string;
  serial_number: string;
  type: string;
  type_version: bigint | null;
  version: bigint;
}

export interface LedgerHold {
  bucket: HoldBucket;
  coin: string;
  hold_id: string;
  made_at: Date;
  owner_id: Id;
  posting_id: string;
  posting_owner_id: Id;
  purpose: string;
  remaining: bigint;
}

export interface LedgerPosting {
  content_hash: Buffer | null;
  content_mac: Buffer | null;
  note: unknown | null;
  owner_id: Id;
  posted_at: Date;
  posting_id: string;
  serial_number: string;
  type: string;
}

export interface LedgerRollup {
  coin: string;
  owner_id: Id;
  purpose: string;
  rolled_up_to_version: bigint;
}

export interface LedgerRun {
  asked_by: bigint | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
  kind: LedgerRunKind;
  result: unknown | null;
  run_id: string;
  state: Generated<LedgerRunState>;
  step: LedgerRunStep | null;
}

export interface LedgerRunningTotal {
  amount_in: Numeric;
  amount_out: Numeric;
  charge: Numeric;
  coin: string;
  count: bigint;
  owner_id: Id;
  purpose: string;
  quarter: Date;
  type: string;
}

export interface LedgerSeal {
  coin: string;
  from_version: bigint;
  mac: Buffer;
  owner_id: Id;
  purpose: string;
  round: bigint;
  to_version: bigint;
}

export interface LiabilityStatement {
  has_proofs: Generated<boolean>;
  made_at: Date;
  public_key: string;
  signature: string;
  statement: string;
  statement_id: string;
}

export interface LiabilityTile {
  coin: string;
  first_key: Buffer | null;
  keys: Buffer | null;
  level: number;
  nodes: Buffer;
  owner_id: Generated<Id>;
  position: number;
  statement_id: string;
}

export interface LoginDirectory {
  identity: string;
  kind: LoginDirectoryKind;
  owner_id: Id;
}

export interface LoginIpWhite {
  created_at: Generated<Date>;
  entry_id: Generated<string>;
  ip: string;
  merchant_id: Id;
  remark: Generated<string>;
}

export interface LoginRecord {
  attempts: Generated<number>;
  counted_in: Date | null;
  create_time: Generated<Date>;
  ip: string | null;
  last_time: Generated<Date>;
  member_id: Generated<number>;
  merchant_id: Id;
  outcome: LoginRecordOutcome;
  record_id: string;
  user_agent: Generated<string>;
  way: LoginRecordWay | null;
}

export interface Maintenance {
  created_at: Generated<Date>;
  ended_at: Date | null;
  ended_by: bigint | null;
  ends_at: Date | null;
  entered_by: bigint | null;
  maintenance_id: string;
  starts_at: Date;
  texts: Generated<unknown>;
}

export interface Market {
  added_at: Generated<Date>;
  is_on: Generated<boolean>;
  market: string;
}

export interface Merchant {
  authentication_status: Generated<MerchantAuthenticationStatus>;
  created_at: Generated<Date>;
  events_seen_at: Generated<Date>;
  login_at: Date | null;
  login_ip: string | null;
  logo_file_id: string | null;
  markets: Generated<string[]>;
  merchant_id: Generated<Id>;
  name: string;
  notice_language: MerchantNoticeLanguage | null;
  notice_mail: string | null;
  order_lifetime_min: Generated<number>;
  password_hash: string | null;
  recharge_configuration: Generated<number[]>;
  return_address: Generated<string>;
  search_text: Generated<string>;
  set_up_at: Generated<Date | null>;
  status: Generated<MerchantStatus>;
  time_zone: string | null;
  totp_last_step: Generated<bigint>;
  totp_pending_secret: Buffer | null;
  totp_secret: Buffer | null;
  username: string;
  webhook_address: Generated<string>;
  webhook_events: Generated<string[]>;
  webhook_secret: Buffer | null;
}

export interface MerchantMember {
  created_at: Generated<Date>;
  login_at: Date | null;
  login_ip: string | null;
  mail: string | null;
  member_id: number;
  merchant_id: Id;
  name: string;
  password_hash: string | null;
  removed_at: Date | null;
  role: MerchantMemberRole;
  set_up_at: Date | null;
  status: Generated<MerchantMemberStatus>;
  totp_last_step: Generated<bigint>;
  totp_secret: Buffer | null;
  username: string;
}

export interface MerchantMemberLink {
  created_at: Generated<Date>;
  expires_at: Date;
  made_by: number;
  member_id: number;
  merchant_id: Id;
  token_hash: Buffer;
  used_at: Date | null;
}

export interface MerchantSetUpLink {
  created_at: Generated<Date>;
  expires_at: Date;
  made_by: bigint;
  merchant_id: Id;
  token_hash: Buffer;
  used_at: Date | null;
}

export interface MerchantTerms {
  adjustment_fee_bp: number | null;
  changed_at: Generated<Date>;
  coin: string;
  fiat_withdrawal_fee_bp: number | null;
  fiat_withdrawal_minimum: bigint | null;
  merchant_id: Id;
  order_maximum: bigint | null;
  order_minimum: bigint | null;
  payment_fee_bp: number | null;
  refund_returns_fee: boolean | null;
  transfer_fee_bp: number | null;
  transfer_minimum: bigint | null;
  usdt_recharge_fee_bp: number | null;
  usdt_recharge_minimum: bigint | null;
  usdt_withdrawal_day_maximum: bigint | null;
  usdt_withdrawal_fee_bp: number | null;
  usdt_withdrawal_maximum: bigint | null;
  usdt_withdrawal_minimum: bigint | null;
  user_withdrawal_fee_bp: number | null;
}

export interface MerchantTransfer {
  coin: string;
  counterparty_id: Id;
  counterparty_name: string;
  create_time: Generated<Date>;
  internal_transfer_fee: Generated<bigint>;
  merchant_id: Id;
  own_name: string;
  remark: Generated<string>;
  serial_number: string;
  settlement_amount: bigint;
  transfer_amount: bigint;
  transfer_fee: bigint;
  transfer_status: Generated<MerchantTransferTransferStatus>;
  transfer_type: MerchantTransferTransferType;
}

export interface Message {
  attempts: Generated<number>;
  channel: MessageChannel;
  create_time: Generated<Date>;
  expire_time: Date;
  kind: string;
  language: MessageLanguage;
  message_id: string;
  owner_id: Id;
  problem: string | null;
  recipient: string;
  reply_code: number | null;
  state: Generated<MessageState>;
  update_time: Generated<Date>;
}

export interface MessageProvider {
  channel: MessageProviderChannel;
  secret: Buffer | null;
  settings: unknown;
  update_time: Generated<Date>;
  updated_by: string;
}

export interface MessageTemplate {
  body: string | null;
  channel: MessageTemplateChannel;
  create_time: Generated<Date>;
  created_by: string;
  kind: string;
  language: MessageTemplateLanguage;
  subject: string | null;
  version: number;
}

export interface Network {
  added_at: Generated<Date>;
  chain_id: Id | null;
  deposit_xpub: string | null;
  endpoints: Generated<string[]>;
  genesis_hash: Buffer | null;
  is_on: Generated<boolean>;
  kind: NetworkKind;
  network: string;
}

export interface OrderOfAll {
  amount: bigint | null;
  cancelled_by: string | null;
  coin: string | null;
  create_time: Date | null;
  expire_time: Date | null;
  external_account: string | null;
  handling_fee: bigint | null;
  merchant_id: Id | null;
  order_from: string | null;
  order_id: string | null;
  order_type: string | null;
  paid_time: Date | null;
  payer_id: Id | null;
  payer_nick: string | null;
  refunded: bigint | null;
  serial_number: string | null;
  settlement_amount: bigint | null;
  status: string | null;
  update_time: Date | null;
}

export interface PartyMerchant {
  authentication_status: string | null;
  created_at: Date | null;
  google_bound: boolean | null;
  login_at: Date | null;
  login_ip: string | null;
  markets: string[] | null;
  merchant_id: Id | null;
  name: string | null;
  recharge_configuration: number[] | null;
  search_text: string | null;
  set_up_at: Date | null;
  status: string | null;
  username: string | null;
}

export interface PartyUser {
  authentication_status: string | null;
  closed_at: Date | null;
  created_at: Date | null;
  email: string | null;
  kind: string | null;
  markets: string[] | null;
  nick: string | null;
  payment_password_failures: number | null;
  payment_password_locked_until: Date | null;
  payment_password_lockouts: number | null;
  phone: string | null;
  search_contact: string | null;
  search_name: string | null;
  status: string | null;
  user_id: Id | null;
  username: string | null;
}

export interface PayerPasskey {
  counter: bigint;
  created_at: Generated<Date>;
  credential_id: Buffer;
  last_used_at: Date | null;
  name: string;
  passkey_id: string;
  public_key: Buffer;
  synced: Generated<boolean>;
  transports: Generated<string[]>;
  user_id: Id;
}

export interface PaymentLink {
  amount: bigint;
  close_time: Date | null;
  coin: string;
  create_time: Generated<Date>;
  description: Generated<string>;
  expire_time: Date;
  merchant_id: Id;
  order_serial_number: string | null;
  serial_number: string;
  token: string;
  uses: PaymentLinkUses;
}

export interface PaymentLinkProgress {
  counted_to: Date;
  only_row: Generated<boolean>;
}

export interface PaymentLinkTotal {
  amount: Numeric;
  counted_to: Date;
  merchant_id: Id;
  payments: bigint;
  serial_number: string;
}

export interface PaymentMethod {
  bank_code: Generated<string>;
  bank_name: string;
  binding: Generated<PaymentMethodBinding>;
  created_at: Generated<Date>;
  decided_at: Date | null;
  decided_by: bigint | null;
  holder_name: string;
  is_default: Generated<boolean>;
  kind: Generated<PaymentMethodKind>;
  listing: Generated<PaymentMethodListing>;
  market: string;
  number_mac: Buffer;
  owner_id: Id;
  party: PaymentMethodParty;
  payment_method_id: string;
  reason: Generated<string>;
  rejected_version: number | null;
  sealed_number: Buffer;
  shown_number: string;
  status: Generated<PaymentMethodStatus>;
  updated_at: Generated<Date>;
  verified_version: number | null;
  version: Generated<number>;
}

export interface PaymentOrder {
  amount: bigint;
  cancelled_by: PaymentOrderCancelledBy | null;
  coin: string;
  create_time: Generated<Date>;
  description: Generated<string>;
  expire_time: Date;
  external_account: Generated<string>;
  from_reward: Generated<bigint>;
  handling_fee: bigint;
  language: PaymentOrderLanguage | null;
  link_number: Generated<string>;
  merchant_id: Id;
  opened_by: bigint | null;
  order_from: Generated<PaymentOrderOrderFrom>;
  order_id: string;
  order_type: Generated<PaymentOrderOrderType>;
  paid_time: Date | null;
  payer_id: Id | null;
  payer_nick: string | null;
  refunded: Generated<bigint>;
  return_address: Generated<string>;
  scanned_time: Date | null;
  serial_number: string;
  settlement_amount: bigint;
  status: Generated<PaymentOrderStatus>;
  token: string;
  update_time: Generated<Date>;
  ways: Generated<number>;
}

export interface PayoutAccount {
  account_number: string;
  bank_code: string;
  bank_name: string;
  holder_name: string;
  market: string;
  set_at: Generated<Date>;
  set_by: bigint;
}

export interface PayoutAddress {
  address: string;
  created_at: Generated<Date>;
  network: string;
  owner_id: Id;
  sequence: number;
  usable_at: Date;
}

export interface PayoutSignedBefore {
  network: string;
  owner_id: Id;
  serial_number: string;
  told_at: Generated<Date>;
  txid: Buffer;
  unpaid_at: Date | null;
}

export interface PayoutTxid {
  network: string;
  noted_at: Generated<Date>;
  owner_id: Id;
  serial_number: string;
  txid: string;
}

export interface PayoutWait {
  missing: Numeric | null;
  network: string;
  owner_id: Id;
  reason: PayoutWaitReason;
  serial_number: string;
  since: Generated<Date>;
  until: Date | null;
}

export interface Program {
  facts: unknown;
  host: string;
  kind: ProgramKind;
  program_id: string;
  started_at: Date;
  told_at: Generated<Date>;
  version: string;
}

export interface PromisedTime {
  hours: Generated<unknown>;
  only_row: Generated<boolean>;
  revision: Generated<number>;
}

export interface QuickRecharge {
  address: string | null;
  amount: bigint | null;
  audit_time: Date | null;
  coin: string | null;
  create_time: Date | null;
  fee: bigint | null;
  fee_bp: number | null;
  network: string | null;
  other_amount: Numeric | null;
  owner_id: Id | null;
  rate: string | null;
  remark: string | null;
  serial_number: string | null;
  settlement: bigint | null;
  status: string | null;
  txid: string | null;
}

export interface RateFeed {
  address: string;
  coin: string;
  every_s: number;
  held: Numeric | null;
  held_at: Date | null;
  jump_bp: number;
  last_fed: Numeric | null;
  next_fetch_at: Generated<Date>;
  pointer: string;
  problem: Generated<string>;
  problem_at: Date | null;
  spread_bp: number;
  stale_after_s: number;
  taken_at: Date | null;
  version: number;
}

export interface RechargeEvidence {
  amount: Generated<bigint>;
  amounts: ArrayType<bigint> | null;
  block_number: bigint | null;
  confirmations: Generated<number>;
  looked_at: Generated<Date>;
  mined_at: Date | null;
  owner_id: Id;
  raw_amount: Numeric | null;
  recipient: Generated<string>;
  sender: Generated<string>;
  senders: string[] | null;
  serial_number: string;
  state: RechargeEvidenceState;
  token: Generated<RechargeEvidenceToken>;
  transfers: number | null;
}

export interface RechargeTxid {
  network: string;
  owner_id: Id;
  serial_number: string;
  txid: string;
}

export interface RecoveryCode {
  code_mac: Buffer;
  created_at: Generated<Date>;
  member_id: Generated<number>;
  merchant_id: Id;
}

export interface Referral {
  agent_id: Id;
  create_time: Generated<Date>;
  user_id: Id;
}

export interface ReferralCode {
  code: string;
  created_at: Generated<Date>;
  owner_id: Id;
}

export interface Refund {
  amount: bigint;
  coin: string;
  create_time: Date;
  fee_returned: Generated<bigint>;
  merchant_id: Id;
  order_id: string;
  order_serial_number: string;
  payer_id: Id;
  payer_nick: string;
  refund_from: RefundRefundFrom;
  refund_id: Generated<string>;
  remark: Generated<string>;
  serial_number: string;
  to_reward: bigint;
}

export interface RefundOfAll {
  coin: string | null;
  create_time: Date | null;
  merchant_id: Id | null;
  serial_number: string | null;
}

export interface ReserveAttestation {
  amount: bigint;
  as_of: Date;
  attestation_id: string;
  coin: string;
  created_at: Generated<Date>;
  entered_by: bigint;
  remark: Generated<string>;
  source: string;
}

export interface ReservedUsername {
  reserved_at: Generated<Date>;
  username_mac: Buffer;
}

export interface ReviewBound {
  amount: bigint;
  approval_id: string | null;
  coin: string;
  kind: ReviewBoundKind;
  sequence: number;
  set_at: Generated<Date>;
  set_by: bigint | null;
}

export interface ReviewOrder {
  address: Generated<string>;
  amount: bigint;
  appeal_reason: Generated<string>;
  appeal_time: Date | null;
  audit: Generated<string>;
  audit_time: Date | null;
  balance_type: Generated<ReviewOrderBalanceType>;
  coin: string;
  create_time: Generated<Date>;
  destination: unknown | null;
  external_account: Generated<string>;
  fee: bigint;
  fee_bp: number;
  kind: ReviewOrderKind;
  manual_because: Generated<string[]>;
  network: string | null;
  network_fee: Generated<bigint>;
  note: Generated<string>;
  order_id: Generated<string>;
  other_amount: Numeric | null;
  other_coin: string | null;
  owner_id: Id;
  payee_id: Id | null;
  payee_nick: Generated<string>;
  rate: Numeric | null;
  remark: Generated<string>;
  review_mode: ReviewOrderReviewMode;
  reviewer_id: string | null;
  reviewer_kind: ReviewOrderReviewerKind | null;
  serial_number: string;
  settlement: bigint;
  status: ReviewOrderStatus;
  submitted_by: Generated<string>;
  txid: Generated<string>;
  update_time: Generated<Date>;
  user_may_accept: Generated<boolean>;
  way: Generated<ReviewOrderWay>;
}

export interface RiskSign {
  noted_at: Date;
  owner_id: Id;
  sign: RiskSignSign;
}

export interface SavedView {
  columns: unknown;
  is_default: Generated<boolean>;
  list_id: string;
  merchant_id: Id;
  name: string;
  saved_at: Generated<Date>;
  search: unknown;
  view_id: string;
}

export interface SchemaMigration {
  applied_at: Generated<Date>;
  checksum: string;
  name: string;
  number: number;
}

export interface ScopeKey {
  inner_key: Buffer;
  only_row: Generated<boolean>;
  outer_key: Buffer;
}

export interface ServerKey {
  created_at: Generated<Date>;
  key_id: string;
  private_key: Buffer;
}

export interface Session {
  created_at: Generated<Date>;
  expires_at: Date;
  ip: string;
  last_seen_at: Generated<Date>;
  member_id: Generated<number>;
  owner_id: Id;
  party: SessionParty;
  session_id: Generated<string>;
  token_hash: Buffer;
  user_agent: Generated<string>;
}

export interface SignerTold {
  network: string;
  told_at: Generated<Date>;
  trouble: SignerToldTrouble | null;
  trouble_at: Date | null;
}

export interface SignInFailure {
  address: string;
  failures: Generated<number>;
  first_at: Generated<Date>;
  kind: SignInFailureKind;
  last_at: Generated<Date>;
  locks: Generated<number>;
  owner_id: Id;
  unseen: Generated<number>;
}

export interface SignInPolicy {
  attempts: Generated<number>;
  key_needs_identity: Generated<boolean>;
  merchant_absolute_min: Generated<number>;
  merchant_idle_min: Generated<number>;
  only_row: Generated<boolean>;
  payment_needs_bank_account: Generated<boolean>;
  payment_needs_identity: Generated<boolean>;
  revision: Generated<number>;
  staff_absolute_min: Generated<number>;
  staff_factor: Generated<SignInPolicyStaffFactor>;
  staff_idle_min: Generated<number>;
  staff_password_minimum: Generated<number>;
  user_absolute_min: Generated<number>;
  user_idle_min: Generated<number>;
  withdrawal_needs_identity: Generated<boolean>;
}

export interface SingleUse {
  digest: Buffer;
  forget_at: Date;
  kind: string;
}

export interface Staff {
  created_at: Generated<Date>;
  entered_void_before: Date | null;
  login_at: Date | null;
  login_ip: string | null;
  name: string;
  password_hash: string;
  role: StaffRole;
  staff_id: Generated<Id>;
  status: Generated<StaffStatus>;
  totp_last_step: Generated<bigint>;
  totp_secret: Buffer | null;
  username: string;
}

export interface StaffInvitation {
  created_at: Generated<Date>;
  expires_at: Date;
  invitation_id: string;
  kind: StaffInvitationKind;
  made_by: bigint | null;
  name: string | null;
  role: StaffInvitationRole;
  staff_id: Id | null;
  token_hash: Buffer;
  used_at: Date | null;
  username: string | null;
}

export interface StaffPasskey {
  counter: bigint;
  created_at: Generated<Date>;
  credential_id: Buffer;
  last_used_at: Date | null;
  name: string;
  passkey_id: string;
  public_key: Buffer;
  staff_id: Id;
  synced: boolean;
  transports: Generated<string[]>;
}

export interface StaffSavedView {
  columns: unknown;
  is_default: Generated<boolean>;
  list_id: string;
  name: string;
  saved_at: Generated<Date>;
  search: unknown;
  staff_id: Id;
  view_id: string;
}

export interface StaffSession {
  created_at: Generated<Date>;
  expires_at: Date;
  ip: string;
  last_seen_at: Generated<Date>;
  session_id: string;
  staff_id: Id;
  token_hash: Buffer;
  user_agent: Generated<string>;
}

export interface StaffUnconfirmed {
  made_by: bigint;
  staff_id: Id;
}

export interface Sweep {
  address: string;
  derivation_index: number;
  destination: string | null;
  done_at: Date | null;
  fuel: Generated<Numeric>;
  fuelled: Generated<number>;
  is_asked: Generated<boolean>;
  network: string;
  owner_id: Id;
  planned_at: Generated<Date>;
  raw_amount: Numeric | null;
  state: Generated<SweepState>;
  sweep_id: string;
  why: Generated<SweepWhy>;
}

export interface SystemSetting {
  maintenance: Generated<boolean>;
  master_key_mark: Buffer | null;
  only_row: Generated<boolean>;
  registration_open: Generated<boolean>;
  seeded: SystemSettingSeeded | null;
}

export interface TermsChange {
  adjustment_fee_bp: number | null;
  adjustment_fee_bp_before: number | null;
  approval_id: string | null;
  coin: string;
  commission_bp: number | null;
  commission_bp_before: number | null;
  fiat_withdrawal_fee_bp: number | null;
  fiat_withdrawal_fee_bp_before: number | null;
  followed: Generated<string[]>;
  followed_before: Generated<string[]>;
  kind: Generated<TermsChangeKind>;
  owner_id: Id;
  payment_fee_bp: number;
  payment_fee_bp_before: number;
  sequence: number;
  set_at: Generated<Date>;
  set_by: bigint;
  transfer_fee_bp: number;
  transfer_fee_bp_before: number;
  usdt_recharge_fee_bp: number | null;
  usdt_recharge_fee_bp_before: number | null;
  usdt_withdrawal_fee_bp: number | null;
  usdt_withdrawal_fee_bp_before: number | null;
  user_withdrawal_fee_bp: number | null;
  user_withdrawal_fee_bp_before: number | null;
}

export interface Throttle {
  failures: number;
  forget_at: Date;
  locked_until: Date | null;
  locks: Generated<number>;
  remembered_until: Date | null;
  scope: string;
  subject: string;
}

export interface TransferOfAll {
  coin: string | null;
  counterparty_id: Id | null;
  counterparty_name: string | null;
  create_time: Date | null;
  internal_transfer_fee: bigint | null;
  merchant_id: Id | null;
  own_name: string | null;
  remark: string | null;
  serial_number: string | null;
  settlement_amount: bigint | null;
  transfer_amount: bigint | null;
  transfer_fee: bigint | null;
  transfer_status: string | null;
  transfer_type: string | null;
}

export interface TurnoverMinute {
  amount: Numeric;
  coin: string;
  count: bigint;
  fee: Numeric;
  kind: TurnoverMinuteKind;
  minute: Date;
}

export interface TurnoverProgress {
  counted_to: Date;
  only_row: Generated<boolean>;
}

export interface UsdtRecharge {
  address: string | null;
  amount: bigint | null;
  audit_time: Date | null;
  coin: string | null;
  create_time: Date | null;
  fee: bigint | null;
  fee_bp: number | null;
  network: string | null;
  other_amount: Numeric | null;
  owner_id: Id | null;
  rate: string | null;
  remark: string | null;
  serial_number: string | null;
  settlement: bigint | null;
  status: string | null;
  txid: string | null;
}

export interface UsdtWithdrawalDay {
  coin: string;
  day: Timestamp;
  owner_id: Id;
  total: bigint;
}

export interface VerificationCode {
  code_mac: Buffer;
  expires_at: Date;
  guesses: Generated<number>;
  purpose: string;
  subject: Buffer;
}

export interface WalletUser {
  authentication_status: Generated<WalletUserAuthenticationStatus>;
  closed_at: Date | null;
  created_at: Generated<Date>;
  email: string | null;
  kind: Generated<WalletUserKind>;
  language: WalletUserLanguage | null;
  login_password_reset_at: Date | null;
  markets: Generated<string[]>;
  nick: string;
  password_hash: string;
  payment_password_failures: Generated<number>;
  payment_password_hash: string | null;
  payment_password_locked_until: Date | null;
  payment_password_lockouts: Generated<number>;
  phone: string | null;
  search_contact: Generated<string>;
  search_name: Generated<string>;
  status: Generated<WalletUserStatus>;
  user_id: Generated<Id>;
  username: string | null;
}

export interface WebhookAttempt {
  attempt: number;
  created_at: Generated<Date>;
  delivery_id: string;
  duration_ms: number;
  http_status: number | null;
  merchant_id: Id;
  problem: string | null;
}

export interface WebhookDelivery {
  address: Generated<string>;
  attempts: Generated<number>;
  created_at: Generated<Date>;
  delivery_id: string;
  endpoint_id: Generated<number>;
  event_id: string;
  event_type: string;
  give_up_at: Date;
  merchant_id: Id;
  next_attempt_at: Generated<Date | null>;
  payload: string;
  state: Generated<WebhookDeliveryState>;
  subject: Generated<string>;
}

export interface WebhookEndpoint {
  address: string;
  created_at: Generated<Date>;
  deleted_at: Date | null;
  endpoint_id: number;
  events: Generated<string[]>;
  has_answered: Generated<boolean>;
  is_on: Generated<boolean>;
  merchant_id: Id;
  name: Generated<string>;
  secret: Buffer | null;
}

export interface WithdrawalLimit {
  coin: string;
  day_count: number | null;
  day_limit: bigint;
  hour_count: number | null;
  hour_limit: bigint | null;
  is_on: Generated<boolean>;
  merchant_id: Id;
  single_limit: bigint;
  update_time: Generated<Date>;
}

export interface WithdrawalLimitUse {
  amount: bigint;
  coin: string;
  hour: Date;
  merchant_id: Id;
  orders: number;
}

export interface Schema {
  access_key: AccessKey;
  access_key_address: AccessKeyAddress;
  address_directory: AddressDirectory;
  api_nonce: ApiNonce;
  approval: Approval;
  audit_log: AuditLog;
  bank_file: BankFile;
  bank_file_order: BankFileOrder;
  blocked_address: BlockedAddress;
  chain_balance: ChainBalance;
  chain_block: ChainBlock;
  chain_cursor: ChainCursor;
  chain_deposit: ChainDeposit;
  chain_event: ChainEvent;
  chain_holding: ChainHolding;
  chain_nonce: ChainNonce;
  chain_provider: ChainProvider;
  chain_reserve: ChainReserve;
  chain_tx: ChainTx;
  change: Change;
  change_bound: ChangeBound;
  checkout_terms: CheckoutTerms;
  coin: Coin;
  coin_network: CoinNetwork;
  coin_rate: CoinRate;
  commission: Commission;
  content_acceptance: ContentAcceptance;
  content_item: ContentItem;
  content_read: ContentRead;
  content_text: ContentText;
  content_version: ContentVersion;
  deposit_address: DepositAddress;
  face_enrolment: FaceEnrolment;
  face_limit: FaceLimit;
  face_session: FaceSession;
  face_setting: FaceSetting;
  fee_slot: FeeSlot;
  figure_progress: FigureProgress;
  figure_sum: FigureSum;
  file: File;
  idempotency_key: IdempotencyKey;
  identity_submission: IdentitySubmission;
  kind_terms: KindTerms;
  known_address: KnownAddress;
  known_device: KnownDevice;
  ledger_run: LedgerRun;
  "ledger.account": LedgerAccount;
  "ledger.adoption": LedgerAdoption;
  "ledger.crossing": LedgerCrossing;
  "ledger.crossing_end": LedgerCrossingEnd;
  "ledger.entry": LedgerEntry;
  "ledger.hold": LedgerHold;
  "ledger.posting": LedgerPosting;
  "ledger.rollup": LedgerRollup;
  "ledger.running_total": LedgerRunningTotal;
  "ledger.seal": LedgerSeal;
  liability_statement: LiabilityStatement;
  liability_tile: LiabilityTile;
  login_directory: LoginDirectory;
  login_ip_white: LoginIpWhite;
  login_record: LoginRecord;
  maintenance: Maintenance;
  market: Market;
  merchant: Merchant;
  merchant_member: MerchantMember;
  merchant_member_link: MerchantMemberLink;
  merchant_set_up_link: MerchantSetUpLink;
  merchant_terms: MerchantTerms;
  merchant_transfer: MerchantTransfer;
  message: Message;
  message_provider: MessageProvider;
  message_template: MessageTemplate;
  network: Network;
  order_of_all: OrderOfAll;
  party_merchant: PartyMerchant;
  party_user: PartyUser;
  payer_passkey: PayerPasskey;
  payment_link: PaymentLink;
  payment_link_progress: PaymentLinkProgress;
  payment_link_total: PaymentLinkTotal;
  payment_method: PaymentMethod;
  payment_order: PaymentOrder;
  payout_account: PayoutAccount;
  payout_address: PayoutAddress;
  payout_signed_before: PayoutSignedBefore;
  payout_txid: PayoutTxid;
  payout_wait: PayoutWait;
  program: Program;
  promised_time: PromisedTime;
  quick_recharge: QuickRecharge;
  rate_feed: RateFeed;
  recharge_evidence: RechargeEvidence;
  recharge_txid: RechargeTxid;
  recovery_code: RecoveryCode;
  referral: Referral;
  referral_code: ReferralCode;
  refund: Refund;
  refund_of_all: RefundOfAll;
  reserve_attestation: ReserveAttestation;
  reserved_username: ReservedUsername;
  review_bound: ReviewBound;
  review_order: ReviewOrder;
  risk_sign: RiskSign;
  saved_view: SavedView;
  schema_migration: SchemaMigration;
  scope_key: ScopeKey;
  server_key: ServerKey;
  session: Session;
  sign_in_failure: SignInFailure;
  sign_in_policy: SignInPolicy;
  signer_told: SignerTold;
  single_use: SingleUse;
  staff: Staff;
  staff_invitation: StaffInvitation;
  staff_passkey: StaffPasskey;
  staff_saved_view: StaffSavedView;
  staff_session: StaffSession;
  staff_unconfirmed: StaffUnconfirmed;
  sweep: Sweep;
  system_setting: SystemSetting;
  terms_change: TermsChange;
  throttle: Throttle;
  transfer_of_all: TransferOfAll;
  turnover_minute: TurnoverMinute;
  turnover_progress: TurnoverProgress;
  usdt_recharge: UsdtRecharge;
  usdt_withdrawal_day: UsdtWithdrawalDay;
  verification_code: VerificationCode;
  wallet_user: WalletUser;
  webhook_attempt: WebhookAttempt;
  webhook_delivery: WebhookDelivery;
  webhook_endpoint: WebhookEndpoint;
  withdrawal_limit: WithdrawalLimit;
  withdrawal_limit_use: WithdrawalLimitUse;
}
