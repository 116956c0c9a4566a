import { createHash, randomBytes, randomInt } from 'node:crypto';
import { SLIDER_LIFETIME_S, SLIDER_PICTURE, SLIDER_PICTURE_PATH, SLIDER_TRAVEL, SLIDER_WAIT_S } from '@purser/contract/slider';
import type { sliderAnswer } from '@purser/contract/features/wallet';
import type { SliderChallenge } from '@purser/contract/payer-drafts';
import { z } from 'zod';
import { addressHolder } from '../../platform/http/client-address.ts';
import type { Texts } from '../../platform/http/payer-request.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Pages } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Secrets } from '../../platform/security/secrets.ts';
import { useOnce } from '../../platform/security/single-use.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import { sliderPicture } from './slider-picture.ts';
import { likenessOf } from './slider-track.ts';

type SliderAnswer = z.output<typeof sliderAnswer>;

const sealedChallenge = z.strictObject({
  /** The gap's left edge and its top, in units of the picture. */
  left: z.number().int(),
  top: z.number().int(),
  nonce: z.string(),
  /** In milliseconds, by the database's clock. */
  made_at: z.number(),
});
type Challenge = z.output<typeof sealedChallenge>;

const SLIDER = 'slider';
/** Far enough from the start that leaving the piece where it is never answers. */
const NEAREST_GAP = SLIDER_PICTURE.piece + 16;
/** Above the piece its knob needs room. */
const HIGHEST_GAP = 20;
/** A finger is not exact. In units of the picture. */
const TOLERANCE = 5;

/** Answers to sliders, right or wrong. Many people may share an address. */
const SLIDERS: ThrottleRule = { scope: 'slider', most: 300, rememberedS: SLIDER_LIFETIME_S, window: true };
/** The same without a track that looks like a hand's: from browsers without scripts, and from robots. */
const WITHOUT_TRACK: ThrottleRule = { scope: 'slider:plain', most: 60, rememberedS: SLIDER_LIFETIME_S, window: true };
/** Who waits proves nothing but that. */
const WAITED: ThrottleRule = { scope: 'slider:waited', most: 20, rememberedS: 3600, window: true };

/**
 * A slider's challenge. Where the gap is stands in it, sealed: nothing is kept of a challenge that nobody has answered, and its picture can
 * be drawn by any process.
 */
export function newChallenge(platform: Platform): SliderChallenge {
  const { height, piece } = SLIDER_PICTURE;
  const made: Challenge = {
    left: randomInt(NEAREST_GAP, SLIDER_TRAVEL + 1),
    top: randomInt(HIGHEST_GAP, height - piece),
    nonce: randomBytes(12).toString('base64url'),
    made_at: platform.clock.now().getTime(),
  };
  return shown(platform.secrets.seal(SLIDER, JSON.stringify(made)).toString('base64url'), made);
}

/** The challenge of a form: for who was told that they have not waited long enough the same, so that their time counts. */
export function challengeOf(platform: Platform, { challenge, waited }: Texts): SliderChallenge {
  const made = waited === 'yes' && challenge !== undefined ? openChallenge(platform.secrets, challenge) : undefined;
  return made && missingS(made, platform.clock.now()) > 0 ? shown(challenge as string, made) : newChallenge(platform);
}

function shown(challenge: string, { made_at }: Challenge): SliderChallenge {
  const picture = `${SLIDER_PICTURE_PATH}?of=${challenge}`;
  return { challenge, picture, expires_at: new Date(made_at + SLIDER_LIFETIME_S * 1000).toISOString() };
}

/** What is sealed in a challenge; undefined for what is none of ours. */
export function openChallenge(secrets: Secrets, challenge: string): Challenge | undefined {
  try {
    return sealedChallenge.parse(JSON.parse(secrets.open(SLIDER, Buffer.from(challenge, 'base64url'))));
  } catch {
    return undefined;
  }
}

/** The answer that a form brings; a form that was made up brings what no schema takes. */
export function sliderIn(form: Texts): z.input<typeof sliderAnswer> {
  const { challenge = '', position, track, waited } = form;
  return { challenge, position: Number(position ?? 0), ...(track && { track }), ...(waited === 'yes' && { waited: true }) };
}

/** The field of a form's slider that was neither moved nor waited for. */
export function wrongSlider(form: Texts): readonly 'position'[] {
  const { position, waited } = sliderIn(form);
  return position === 0 && waited !== true ? ['position'] : [];
}

/** The pictures of challenges, which show where the gap is and are the only thing that does. */
export const sliderPictures: Pages = (fastify, { secrets, clock }) => {
  fastify.get(SLIDER_PICTURE_PATH, async (request, reply) => {
    const { of } = request.query as { of?: unknown };
    const challenge = typeof of === 'string' && of.length <= 512 ? openChallenge(secrets, of) : undefined;
    if (!challenge || isOver(challenge, clock.now())) return reply.code(404).type('text/plain').send('');
    const seed = createHash('sha256').update(challenge.nonce).digest();
    return reply
      .type('image/png')
      .header('cache-control', `private, max-age=${SLIDER_LIFETIME_S}`)
      .send(sliderPicture({ ...challenge, seed }));
  });
};

/**
 * Accepts an answer from an address, which may give no end of them. Refuses with too_many_requests, slider_required, slider_failed, or
 * slider_too_early for who waits.
 */
export async function passSlider(platform: Platform, answer: SliderAnswer | undefined, ip: string): Promise<void> {
  const { throttle, secrets, db, clock } = platform;
  const holder = addressHolder(ip);
  await throttle.count([[SLIDERS, holder]]);
  if (!answer || (answer.position === 0 && !answer.waited)) throw refuse('slider_required');
  const challenge = openChallenge(secrets, answer.challenge);
  if (!challenge || isOver(challenge, clock.now())) throw refuse('slider_failed');
  const seconds = missingS(challenge, clock.now());
  // Nothing was tried, so that the challenge stays good.
  if (answer.waited && seconds > 0) throw refuse('slider_too_early', { seconds });
  const likeness = answer.waited ? 'none' : likenessOf(answer, clock.now().getTime() - challenge.made_at);
  if (answer.waited) await throttle.count([[WAITED, holder]]);
  else if (likeness === 'none') await throttle.count([[WITHOUT_TRACK, holder]]);
  // A wrong answer uses the challenge up as well.
  const fresh = await useOnce(db.system, SLIDER, challenge.nonce, SLIDER_LIFETIME_S);
  const isThere = answer.waited === true || Math.abs(answer.position - challenge.left) <= TOLERANCE;
  if (!fresh || !isThere || likeness === 'false') throw refuse('slider_failed');
}

/** What is left to wait, in whole seconds. */
function missingS({ made_at }: Challenge, now: Date): number {
  return Math.ceil(SLIDER_WAIT_S - (now.getTime() - made_at) / 1000);
}

function isOver({ made_at }: Challenge, now: Date): boolean {
  return now.getTime() > made_at + SLIDER_LIFETIME_S * 1000;
}
