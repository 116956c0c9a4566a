import type { AddressKind } from '@purser/contract/sign-in';
import { countGuess, giveGuessBack, type Proof } from '../../domain/verification-code.ts';
import { addressHolder } from '../../platform/http/client-address.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import { addressOf } from './identity.ts';

/** An address that somebody named, and what a code sent there proves. */
export interface Reached {
  readonly kind: AddressKind;
  readonly identity: string;
  readonly proof: Proof;
}

interface Named {
  readonly identity_kind: AddressKind;
  readonly identity: string;
  readonly area_code?: string | undefined;
}

/** Wrong codes from one place, for whatever address. */
const FROM_ONE: ThrottleRule = { scope: 'code:guess', most: 20, rememberedS: 15 * 60, window: true };

/** Refuses what no message can be sent to with message_address_wrong. */
export function reachedAt(purpose: Proof['purpose'], { identity_kind, identity, area_code }: Named): Reached {
  const to = addressOf(identity_kind, identity, area_code);
  if (to === undefined) throw refuse('message_address_wrong');
  return { kind: identity_kind, identity: to, proof: { purpose, channel: identity_kind === 'email' ? 'mail' : 'sms', to } };
}

/**
 * Does what a code is good for. A wrong one counts against the code and against the place that it comes from. What is refused for another reason is
 * no guess; where more can be found out by that, whoever does it counts it.
 */
export function guessAt<Result>(platform: Platform, proof: Proof, ip: string, work: () => Promise<Result>): Promise<Result> {
  return platform.throttle.attempt([[FROM_ONE, addressHolder(ip)]], ['verification_code_wrong'], async () => {
    await countGuess(platform, proof);
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal && error.outcome !== 'verification_code_wrong') await giveGuessBack(platform, proof);
      throw error;
    }
  });
}
