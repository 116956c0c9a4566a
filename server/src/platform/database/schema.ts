import type { CancelledBy, PaymentOrderState } from '@purser/contract/payment-order';
import type { ColumnType, Generated } from 'kysely';

/** The tables as server/migrations makes them. Money and owner ids are bigint; ids become numbers at the edge. */
export interface Schema {
  coin: CoinTable;
  system_setting: { only_row: Generated<boolean>; maintenance: Generated<boolean> };
  server_key: { key_id: string; private_key: Buffer; created_at: Generated<Date> };
  login_directory: { kind: LoginKind; identity: string; owner_id: Id };
  throttle: { scope: string; subject: string; failures: number; locks: Generated<number>; locked_until: Date | null; forget_at: Date };
  single_use: { kind: string; digest: Buffer; forget_at: Date };
  operator: { operator_id: GeneratedId; username: string; role: string; password_hash: string; created_at: Generated<Date> };
  merchant: MerchantTable;
  login_ip_white: { merchant_id: Id; ip: string; created_at: Generated<Date> };
  known_address: { owner_id: Id; ip: string; last_login_at: Generated<Date> };
  wallet_user: WalletUserTable;
  session: SessionTable;
  access_key: AccessKeyTable;
  api_nonce: { merchant_id: Id; nonce: string; forget_at: Date };
  idempotency_key: { owner_id: Id; key: string; request_hash: Buffer; answer: unknown; refusal: unknown; forget_at: Date };
  payment_order: PaymentOrderTable;
  merchant_transfer: MerchantTransferTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_attempt: WebhookAttemptTable;
  audit_log: AuditLogTable;
  sign_in_failure: SignInFailureTable;
}

/** Read as bigint, written as either. */
type Id = ColumnType<bigint, bigint | number, bigint | number>;
type GeneratedId = ColumnType<bigint, bigint | number | undefined, never>;
type Money = ColumnType<bigint, bigint, bigint>;
type LoginKind = 'merchant_username' | 'user_username' | 'user_phone' | 'user_email' | 'operator_username';
type AuthenticationStatus = 'not_authenticated' | 'pending' | 'approved' | 'rejected';
type PartyStatus = 'normal' | 'suspended';

interface CoinTable {
  code: string;
  market: string | null;
  decimals: number;
  position: number;
  transfer_minimum: Money;
  transfer_fee_bp: number;
  payment_fee_bp: number;
  order_minimum: Money;
  order_maximum: Money;
}

interface MerchantTable {
  merchant_id: GeneratedId;
  name: string;
  username: string;
  password_hash: string;
  totp_secret: Buffer | null;
  totp_pending_secret: Buffer | null;
  totp_last_step: Generated<bigint>;
  status: Generated<PartyStatus>;
  authentication_status: Generated<AuthenticationStatus>;
  recharge_configuration: Generated<number[]>;
  markets: Generated<string[]>;
  webhook_address: Generated<string>;
  webhook_secret: Buffer | null;
  return_address: Generated<string>;
  order_lifetime_min: Generated<number>;
  login_ip: string | null;
  login_at: Date | null;
  events_seen_at: Generated<Date>;
  created_at: Generated<Date>;
}

interface WalletUserTable {
  user_id: GeneratedId;
  nick: string;
  kind: Generated<'ordinary' | 'advanced' | 'agent'>;
  username: string | null;
  phone: string | null;
  email: string | null;
  password_hash: string;
  payment_password_hash: string | null;
  payment_password_failures: Generated<number>;
  payment_password_lockouts: Generated<number>;
  payment_password_locked_until: Date | null;
  markets: Generated<string[]>;
  authentication_status: Generated<AuthenticationStatus>;
  status: Generated<PartyStatus>;
  created_at: Generated<Date>;
}

interface SessionTable {
  owner_id: Id;
  token_hash: Buffer;
  party: 'merchant' | 'user';
  ip: string;
  user_agent: Generated<string>;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  expires_at: Date;
}

interface AccessKeyTable {
  merchant_id: Id;
  access_key: string;
  secret: Buffer;
  ip_permission: Generated<string[]>;
  created_at: Generated<Date>;
  last_used_at: Date | null;
}

interface PaymentOrderTable {
  merchant_id: Id;
  serial_number: string;
  order_id: string;
  token: string;
  coin: string;
  amount: Money;
  handling_fee: Money;
  settlement_amount: Money;
  from_reward: ColumnType<bigint, bigint | undefined, bigint>;
  status: Generated<PaymentOrderState>;
  cancelled_by: CancelledBy | null;
  order_from: Generated<'scan' | 'api'>;
  external_account: Generated<string>;
  description: Generated<string>;
  return_address: Generated<string>;
  payer_id: ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
  payer_nick: string | null;
  create_time: Generated<Date>;
  expire_time: Date;
  paid_time: Date | null;
  update_time: Generated<Date>;
}

interface MerchantTransferTable {
  merchant_id: Id;
  serial_number: string;
  transfer_type: 'transfer' | 'receive';
  transfer_status: Generated<'completed'>;
  counterparty_id: Id;
  own_name: string;
  counterparty_name: string;
  coin: string;
  transfer_amount: Money;
  transfer_fee: Money;
  internal_transfer_fee: ColumnType<bigint, bigint | undefined, bigint>;
  settlement_amount: Money;
  remark: Generated<string>;
  create_time: Generated<Date>;
}

interface WebhookDeliveryTable {
  merchant_id: Id;
  delivery_id: string;
  event_id: string;
  event_type: string;
  subject: Generated<string>;
  payload: string;
  address: Generated<string>;
  state: Generated<'pending' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  next_attempt_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  give_up_at: Date;
  created_at: Generated<Date>;
}

interface WebhookAttemptTable {
  merchant_id: Id;
  delivery_id: string;
  attempt: number;
  http_status: number | null;
  duration_ms: number;
  problem: string | null;
  created_at: Generated<Date>;
}

interface AuditLogTable {
  owner_id: Id;
  sequence: Id;
  actor_kind: 'merchant' | 'access_key' | 'user' | 'operator' | 'system';
  actor: string;
  action: string;
  details: unknown;
  ip: string | null;
  created_at: Date;
  previous_hash: Buffer;
  hash: Buffer;
}

interface SignInFailureTable {
  owner_id: Id;
  kind: 'password' | 'code' | 'code_of_act';
  address: string;
  failures: Generated<number>;
  unseen: Generated<number>;
  locks: Generated<number>;
  first_at: Generated<Date>;
  last_at: Generated<Date>;
}
