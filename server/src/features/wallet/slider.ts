import { randomBytes, randomInt } from 'node:crypto';
import type { SliderChallenge } from '@purser/contract/payer-pages';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { useOnce } from '../../platform/security/single-use.ts';

interface Signed {
  readonly target: number;
  readonly nonce: string;
}

const SLIDER = 'slider';
const LIFETIME_S = 10 * 60;
/** Far enough from the start that leaving the slider where it is never answers. */
const NEAREST_TARGET = 20;
const FARTHEST_TARGET = 95;
/** A finger is not exact. */
const TOLERANCE = 4;

export function newChallenge({ secrets, clock }: Platform): SliderChallenge {
  const target = randomInt(NEAREST_TARGET, FARTHEST_TARGET + 1);
  const expiresAt = clock.inS(LIFETIME_S);
  const signed: Signed = { target, nonce: randomBytes(12).toString('base64url') };
  return {
    challenge: secrets.sign(SLIDER, signed, expiresAt),
    target,
    expires_at: expiresAt.toISOString(),
  };
}

/** Accepts an answer once; a wrong one uses the challenge up as well. */
export async function checkSlider(
  { secrets, db, clock }: Platform,
  answer: { challenge: string; position: number } | undefined,
): Promise<void> {
  if (!answer || answer.position === 0) throw refuse('slider_required');
  const signed = secrets.verify<Signed>(SLIDER, answer.challenge, clock.now());
  const fresh = signed !== undefined && (await useOnce(db, SLIDER, signed.nonce, LIFETIME_S));
  if (!signed || !fresh || Math.abs(answer.position - signed.target) > TOLERANCE) throw refuse('slider_failed');
}
