import { ADDRESS_KINDS } from '@purser/contract/sign-in';
import { z } from 'zod';
import type { Proof } from '../../domain/verification-code.ts';
import type { Platform } from '../../platform/platform.ts';

const askedAddress = z.strictObject({
  purpose: z.string(),
  identity_kind: z.enum(ADDRESS_KINDS),
  identity: z.string(),
  area_code: z.string().optional(),
  /** Of who opens a wallet: the name that they have chosen so far. */
  username: z.string().optional(),
  /** Of who refers them, as it was typed. */
  referral_code: z.string().optional(),
  /** Their name, and the market that their wallet begins with, as they stood when another code was asked for. */
  nick: z.string().optional(),
  market: z.string().optional(),
  /** Where to go on to. */
  next: z.string(),
  /** In milliseconds, by the database's clock. */
  expires_at: z.number(),
});
export type AskedAddress = Omit<z.output<typeof askedAddress>, 'purpose' | 'expires_at'>;

const SEALED_FOR = 'asked-address';
const LIFETIME_S = 3600;

/**
 * The address that a code was sent to, on its way from the page that asked for it to the page that takes the code. It is sealed, as it
 * travels in an address of ours, which browsers and proxies keep.
 */
export function sealAsked({ secrets, clock }: Platform, purpose: Proof['purpose'], asked: AskedAddress): string {
  const sealed: z.output<typeof askedAddress> = { ...asked, purpose, expires_at: clock.inS(LIFETIME_S).getTime() };
  return secrets.seal(SEALED_FOR, JSON.stringify(sealed)).toString('base64url');
}

/** What was sealed for the same purpose within the last hour; undefined for anything else. */
export function openAsked({ secrets, clock }: Platform, wanted: Proof['purpose'], text: string | undefined): AskedAddress | undefined {
  try {
    const opened = secrets.open(SEALED_FOR, Buffer.from(text ?? '', 'base64url'));
    const { purpose, expires_at, ...asked } = askedAddress.parse(JSON.parse(opened));
    return purpose === wanted && expires_at >= clock.now().getTime() ? asked : undefined;
  } catch {
    return undefined;
  }
}
