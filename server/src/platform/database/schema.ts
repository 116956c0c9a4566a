// Written by "npm run schema" from the migrations; never edited by hand.

import type { ColumnType } from "kysely";

export type AuditLogActorKind = "access_key" | "merchant" | "operator" | "system" | "user";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Id = ColumnType<bigint, bigint | number, bigint | number>;

export type LoginDirectoryKind = "merchant_username" | "operator_username" | "user_email" | "user_phone" | "user_username";

export type MerchantAuthenticationStatus = "approved" | "not_authenticated" | "pending" | "rejected";

export type MerchantStatus = "normal" | "suspended";

export type MerchantTransferTransferStatus = "completed";

export type MerchantTransferTransferType = "receive" | "transfer";

export type Numeric = ColumnType<string, number | string, number | string>;

export type OperatorRole = "admin" | "finance" | "support";

export type PaymentOrderCancelledBy = "merchant" | "payer";

export type PaymentOrderLanguage = "en" | "vi" | "zh_Hans" | "zh_Hant";

export type PaymentOrderOrderFrom = "api" | "scan";

export type PaymentOrderStatus = "cancelled" | "created" | "expired" | "paid" | "scanned";

export type SessionParty = "merchant" | "user";

export type SignInFailureKind = "code" | "code_of_act" | "password";

export type SystemSettingSeeded = "demo" | "operator";

export type WalletUserAuthenticationStatus = "approved" | "not_authenticated" | "pending" | "rejected";

export type WalletUserKind = "advanced" | "agent" | "ordinary";

export type WalletUserStatus = "normal" | "suspended";

export type WebhookDeliveryState = "delivered" | "failed" | "pending";

export interface AccessKey {
  access_key: string;
  created_at: Generated<Date>;
  ip_permission: Generated<string[]>;
  last_used_at: Date | null;
  merchant_id: Id;
  secret: Buffer;
}

export interface ApiNonce {
  forget_at: Date;
  merchant_id: Id;
  nonce: string;
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
}

export interface Change {
  forget_at: Generated<Date>;
  note: string;
  sequence: Generated<Id>;
  xid: Generated<string>;
}

export interface Coin {
  code: string;
  decimals: number;
  market: string | null;
  order_maximum: bigint;
  order_minimum: bigint;
  payment_fee_bp: number;
  position: number;
  transfer_fee_bp: number;
  transfer_minimum: bigint;
}

export interface IdempotencyKey {
  answer: unknown | null;
  forget_at: Date;
  key: string;
  owner_id: Id;
  refusal: unknown | null;
  request_hash: Buffer;
}

export interface KnownAddress {
  ip: string;
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

export interface LedgerEntry {
  available_after: bigint;
  available_before: bigint;
  charge: bigint;
  coin: string;
  counterparty: bigint | null;
  frozen_after: bigint;
  frozen_before: bigint;
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

export interface LedgerHourlyTotal {
  amount_in: Numeric;
  amount_out: Numeric;
  charge: Numeric;
  coin: string;
  count: bigint;
  hour: Date;
  owner_id: Id;
  purpose: string;
  type: string;
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

export interface LedgerSeal {
  coin: string;
  from_version: bigint;
  mac: Buffer;
  owner_id: Id;
  purpose: string;
  round: bigint;
  to_version: bigint;
}

export interface LoginDirectory {
  identity: string;
  kind: LoginDirectoryKind;
  owner_id: Id;
}

export interface LoginIpWhite {
  created_at: Generated<Date>;
  ip: string;
  merchant_id: Id;
}

export interface Merchant {
  authentication_status: Generated<MerchantAuthenticationStatus>;
  created_at: Generated<Date>;
  events_seen_at: Generated<Date>;
  login_at: Date | null;
  login_ip: string | null;
  markets: Generated<string[]>;
  merchant_id: Generated<Id>;
  name: string;
  order_lifetime_min: Generated<number>;
  password_hash: string;
  recharge_configuration: Generated<number[]>;
  return_address: Generated<string>;
  status: Generated<MerchantStatus>;
  totp_last_step: Generated<bigint>;
  totp_pending_secret: Buffer | null;
  totp_secret: Buffer | null;
  username: string;
  webhook_address: Generated<string>;
  webhook_secret: Buffer | null;
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

export interface Operator {
  created_at: Generated<Date>;
  operator_id: Generated<Id>;
  password_hash: string;
  role: OperatorRole;
  username: string;
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
  merchant_id: Id;
  order_from: Generated<PaymentOrderOrderFrom>;
  order_id: string;
  paid_time: Date | null;
  payer_id: Id | null;
  payer_nick: string | null;
  return_address: Generated<string>;
  scanned_time: Date | null;
  serial_number: string;
  settlement_amount: bigint;
  status: Generated<PaymentOrderStatus>;
  token: string;
  update_time: Generated<Date>;
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
  owner_id: Id;
  party: SessionParty;
  token_hash: Buffer;
  user_agent: Generated<string>;
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

export interface SingleUse {
  digest: Buffer;
  forget_at: Date;
  kind: string;
}

export interface SystemSetting {
  maintenance: Generated<boolean>;
  master_key_mark: Buffer | null;
  only_row: Generated<boolean>;
  seeded: SystemSettingSeeded | null;
}

export interface Throttle {
  failures: number;
  forget_at: Date;
  locked_until: Date | null;
  locks: Generated<number>;
  scope: string;
  subject: string;
}

export interface WalletUser {
  authentication_status: Generated<WalletUserAuthenticationStatus>;
  created_at: Generated<Date>;
  email: string | null;
  kind: Generated<WalletUserKind>;
  markets: Generated<string[]>;
  nick: string;
  password_hash: string;
  payment_password_failures: Generated<number>;
  payment_password_hash: string | null;
  payment_password_locked_until: Date | null;
  payment_password_lockouts: Generated<number>;
  phone: string | null;
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
  event_id: string;
  event_type: string;
  give_up_at: Date;
  merchant_id: Id;
  next_attempt_at: Generated<Date | null>;
  payload: string;
  state: Generated<WebhookDeliveryState>;
  subject: Generated<string>;
}

export interface Schema {
  access_key: AccessKey;
  api_nonce: ApiNonce;
  audit_log: AuditLog;
  change: Change;
  coin: Coin;
  idempotency_key: IdempotencyKey;
  known_address: KnownAddress;
  "ledger.account": LedgerAccount;
  "ledger.adoption": LedgerAdoption;
  "ledger.entry": LedgerEntry;
  "ledger.hourly_total": LedgerHourlyTotal;
  "ledger.posting": LedgerPosting;
  "ledger.rollup": LedgerRollup;
  "ledger.seal": LedgerSeal;
  login_directory: LoginDirectory;
  login_ip_white: LoginIpWhite;
  merchant: Merchant;
  merchant_transfer: MerchantTransfer;
  operator: Operator;
  payment_order: PaymentOrder;
  schema_migration: SchemaMigration;
  scope_key: ScopeKey;
  server_key: ServerKey;
  session: Session;
  sign_in_failure: SignInFailure;
  single_use: SingleUse;
  system_setting: SystemSetting;
  throttle: Throttle;
  wallet_user: WalletUser;
  webhook_attempt: WebhookAttempt;
  webhook_delivery: WebhookDelivery;
}
