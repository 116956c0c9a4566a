import type { StaffRole } from '@purser/contract/staff';
import { Secret } from 'otpauth';
import type { Secrets } from '../platform/security/secrets.ts';

/** The markets of the demo, which every installation begins with, and their tokens. All of them have two decimals. */
export const DEMO_COINS = { CNY: 'CNYT', VND: 'VNDT', USD: 'USDP' } as const;
export type DemoMarket = keyof typeof DEMO_COINS;
export const DEMO_MARKETS = Object.keys(DEMO_COINS) as DemoMarket[];

/** Who lives in the demo. Passwords are public: a demo must never hold real data, and the start refuses to mix them. */
export interface DemoMerchant {
  readonly username: string;
  readonly password: string;
  readonly name: string;
  readonly markets: readonly DemoMarket[];
  /** Without one, the first login binds it. */
  readonly hasAuthenticator: boolean;
  readonly identified: boolean;
}

export interface DemoUser {
  readonly username: string;
  readonly password: string;
  readonly nick: string;
  readonly phone: string;
  readonly email: string;
  readonly paymentPassword: string | null;
  readonly markets: readonly DemoMarket[];
  /** In whole units of each market's coin. */
  readonly balance: Readonly<Record<DemoMarket, bigint>>;
  readonly reward: Readonly<Record<DemoMarket, bigint>>;
}

export interface DemoStaff {
  readonly username: string;
  readonly password: string;
  readonly name: string;
  readonly role: StaffRole;
}

const WELL_OFF = { CNY: 20_000n, VND: 100_000_000n, USD: 8_000n };
const NOTHING = { CNY: 0n, VND: 0n, USD: 0n };

/** The merchant of the demo shop. */
export const SHOP_MERCHANT: DemoMerchant = {
  username: 'harbour',
  password: 'Harbour-demo-1',
  name: 'Harbour Books',
  markets: DEMO_MARKETS,
  hasAuthenticator: true,
  identified: true,
};

export const DEMO_MERCHANTS: readonly DemoMerchant[] = [
  SHOP_MERCHANT,
  { username: 'lotus', password: 'Lotus-demo-1', name: 'Lotus Tea House', markets: DEMO_MARKETS, hasAuthenticator: true, identified: true },
  {
    username: 'newcomer',
    password: 'Newcomer-demo-1',
    name: 'Newcomer Goods',
    markets: ['USD'],
    hasAuthenticator: false,
    identified: false,
  },
];

export const DEMO_USERS: readonly DemoUser[] = [
  {
    username: 'alice',
    password: 'Alice-demo-1',
    nick: 'Alice',
    phone: '+12025550123',
    email: 'alice@example.com',
    paymentPassword: '314159',
    markets: DEMO_MARKETS,
    balance: WELL_OFF,
    reward: { CNY: 50n, VND: 100_000n, USD: 10n },
  },
  {
    username: 'binh',
    password: 'Binh-demo-1',
    nick: 'Bình',
    phone: '+84912345678',
    email: 'binh@example.com',
    paymentPassword: '271828',
    markets: DEMO_MARKETS,
    balance: WELL_OFF,
    reward: NOTHING,
  },
  {
    username: 'chen',
    password: 'Chen-demo-1',
    nick: '小陈',
    phone: '+8613800138000',
    email: 'chen@example.com',
    paymentPassword: null,
    markets: ['CNY'],
    balance: { ...NOTHING, CNY: 3n },
    reward: NOTHING,
  },
];

/** A member of staff of each role, and a second admin, as some things want two. */
export const DEMO_STAFF: readonly DemoStaff[] = [
  { username: 'admin', password: 'Admin-demo-1', name: 'Ada Admin', role: 'admin' },
  { username: 'admin2', password: 'Admin-demo-2', name: 'Ben Admin', role: 'admin' },
  { username: 'finance', password: 'Finance-demo-1', name: 'Fang Finance', role: 'finance' },
  { username: 'support', password: 'Support-demo-1', name: 'Sơn Support', role: 'support' },
  { username: 'auditor', password: 'Auditor-demo-1', name: 'Aki Auditor', role: 'auditor' },
];

/** One secret for all demo authenticators, made from the master key, so that a start can print its current code. */
export function demoTotpSecret(secrets: Secrets): string {
  return new Secret({ buffer: new Uint8Array(secrets.mac('demo-totp', 'authenticator').subarray(0, 20)).buffer }).base32;
}

/** The demo shop's access key; made from the master key, so that a later start can hand it to the shop again. */
export function demoAccessKey(secrets: Secrets, merchantId: number): { accessKey: string; secret: string; webhookSecret: string } {
  const text = (use: string, bytes: number) => secrets.mac('demo-shop', use).subarray(0, bytes);
  return {
    accessKey: `pk_${merchantId.toString(36)}_${text('access-key', 12).toString('hex')}`,
    secret: `sk_${text('secret', 32).toString('base64url')}`,
    webhookSecret: `whsec_${text('webhook', 24).toString('base64')}`,
  };
}
