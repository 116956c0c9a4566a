import { FACE_MOVES, type FaceFailure, type FaceHint, type FaceMove, type FacePrompt } from '@purser/contract/face';
import type { Look, SeenFace } from './engine/messages.ts';
import { distance, type Measure, meanOf, measureOf, type Turn, turnOf } from './measure.ts';

/**
 * The confirmation by face as a machine: it is given what was seen of each frame and when, and says what is asked for next. Without I/O, so
 * that what it lets through can be tried with any sequence.
 */

const FRONTAL_FRAMES = 2;
const MOVE_S = 10;
export const WHOLE_S = 90;
const GAP_S = 4;
const MOST_FRAMES = 400;

/** How alike two descriptors of one face are: looked at from the front, and turned. */
const SAME_FRONTAL = 0.55;
const SAME_TURNED = 0.75;

/** How far a head turns, as the tip of the nose tells: see `turnOf`. */
const TURNED = { left: 0.12, right: -0.12, up: -0.09, down: 0.1 } as const satisfies Record<FaceMove, number>;
/** A head that has turned that far to a side has become little narrower, a photograph much; nor is one that nods much shorter. */
const LEAST_NARROWING = 0.92;
const MOST_SHORTENING = 1.2;
const CENTRED = 0.05;
/** What a face looked at from the front measures. */
const FRONTAL = { across: 0.15, least_down: 0.35, most_down: 0.92, lean: 0.35 } as const;
/** Two frames of a head that is held still. */
const STILL = 0.05;
/** Frames in a row that show a wrong movement before it counts as one. */
const WRONG_FRAMES = 2;

const EYES_PX = [55, 230] as const;
const LUMA = [45, 220] as const;
const LEAST_SHARPNESS = 10;

/** Every sequence of movements that may be asked for: none twice running, and both across and up or down among them. */
const SEQUENCES: readonly (readonly FaceMove[])[] = FACE_MOVES.flatMap((first) =>
  FACE_MOVES.flatMap((second) => FACE_MOVES.map((third) => [first, second, third] as const)).filter((moves) => isVaried(moves)),
);

function isVaried(moves: readonly FaceMove[]): boolean {
  const sideways = moves.filter((move) => move === 'left' || move === 'right').length;
  return sideways > 0 && sideways < moves.length && moves.every((move, index) => move !== moves[index - 1]);
}

/** @param pick a whole number from 0 below what it is given, which nobody can foresee */
export function chosenMoves(pick: (below: number) => number): readonly FaceMove[] {
  return SEQUENCES[pick(SEQUENCES.length)] ?? [];
}

export interface Challenge {
  readonly moves: readonly FaceMove[];
  /** How long the payer has waited while frames were looked at: that is not time that they took. */
  readonly waited_ms: number;
  readonly stage: 'frontal' | 'move' | 'return' | 'passed' | 'failed';
  readonly failure: FaceFailure | null;
  /** How many movements were made. */
  readonly made: number;
  readonly began_ms: number;
  /** When what is asked for now was asked for, by the payer's own time: without what they waited. */
  readonly asked_ms: number;
  /** When a face was last seen well, by the payer's own time. */
  readonly seen_ms: number | null;
  /** The face from the front, and the measures of its first frames. */
  readonly frontals: readonly (readonly number[])[];
  readonly fronts: readonly Measure[];
  readonly wrong: number;
  /** Names of the frames that came. */
  readonly frames: readonly string[];
}

export function newChallenge(moves: readonly FaceMove[], now_ms: number): Challenge {
  return {
    moves,
    waited_ms: 0,
    stage: 'frontal',
    failure: null,
    made: 0,
    began_ms: now_ms,
    asked_ms: now_ms,
    seen_ms: null,
    frontals: [],
    fronts: [],
    wrong: 0,
    frames: [],
  };
}

export interface Step {
  readonly challenge: Challenge;
  readonly hint: FaceHint | null;
}

export function promptOf({ stage, moves, made }: Challenge): FacePrompt | null {
  if (stage === 'frontal') return 'front';
  if (stage === 'return') return 'centre';
  return stage === 'move' ? (moves[made] ?? null) : null;
}

/** Whether an attempt has begun that counts: what is asked for was told, or somebody tried to deceive. */
export function hasBegun({ stage, failure, fronts }: Challenge): boolean {
  return stage === 'failed' ? failure === 'repeated_frame' || fronts.length >= FRONTAL_FRAMES : stage !== 'frontal';
}

/** The face from the front, over all frames that showed it so. */
export function faceOf({ frontals }: Challenge): number[] {
  return meanOf(frontals);
}

/**
 * What a frame leads to that came at `came_ms` and was looked at until `looked_ms`. A machine that takes long to look takes the time of the whole, and
 * nothing of what the payer has for a movement or between two frames.
 */
export function step(before: Challenge, look: Look, came_ms: number, looked_ms = came_ms): Step {
  if (before.stage === 'passed' || before.stage === 'failed') return { challenge: before, hint: null };
  // Frames that show no face are alike where a camera shows nothing.
  if ('face' in look && before.frames.includes(look.pixels)) return failed(before, 'repeated_frame');
  const challenge = { ...before, frames: [...before.frames, look.pixels], waited_ms: before.waited_ms + looked_ms - came_ms };
  const now_ms = came_ms - before.waited_ms;
  if (isOver(challenge, came_ms)) return failed(challenge, 'timed_out');
  if (challenge.stage !== 'frontal' && now_ms - challenge.asked_ms > MOVE_S * 1000) return failed(challenge, 'too_slow');
  if (challenge.stage !== 'frontal' && now_ms - (challenge.seen_ms ?? now_ms) > GAP_S * 1000) return failed(challenge, 'gap');
  const blemish = 'problem' in look ? look.problem : blemishOf(look.face);
  if ('problem' in look || blemish) return { challenge, hint: blemish ?? 'unreadable' };
  return seen({ ...challenge, seen_ms: now_ms }, look.face, now_ms);
}

/** Whether the whole takes too long, whatever is seen. */
function isOver({ began_ms, frames }: Challenge, now_ms: number): boolean {
  return now_ms - began_ms > WHOLE_S * 1000 || frames.length > MOST_FRAMES;
}

export function failed(challenge: Challenge, failure: FaceFailure): Step {
  return { challenge: { ...challenge, stage: 'failed', failure }, hint: null };
}

function blemishOf({ eyes_px, luma, sharpness }: SeenFace): FaceHint | null {
  if (eyes_px < EYES_PX[0]) return 'too_far';
  if (eyes_px > EYES_PX[1]) return 'too_near';
  if (luma < LUMA[0]) return 'too_dark';
  if (luma > LUMA[1]) return 'too_bright';
  return sharpness < LEAST_SHARPNESS ? 'blurred' : null;
}

function seen(challenge: Challenge, face: SeenFace, now_ms: number): Step {
  const measure = measureOf(face.landmarks);
  if (challenge.stage === 'frontal') return seenFrontal(challenge, face, measure, now_ms);
  const front = frontOf(challenge);
  const apart = distance(face.descriptor, challenge.frontals[0] ?? []);
  if (apart > SAME_TURNED) return failed(challenge, 'other_face');
  const turn = turnOf(measure, front);
  return challenge.stage === 'return' ? seenReturn(challenge, face, turn, apart, now_ms) : seenMove(challenge, turn, now_ms);
}

function seenFrontal(challenge: Challenge, { descriptor }: SeenFace, measure: Measure, now_ms: number): Step {
  const { across, down, lean } = measure;
  const isFrontal =
    Math.abs(across) <= FRONTAL.across && down >= FRONTAL.least_down && down <= FRONTAL.most_down && Math.abs(lean) <= FRONTAL.lean;
  if (!isFrontal) return { challenge: { ...challenge, frontals: [], fronts: [] }, hint: 'look_straight' };
  const [first] = challenge.fronts;
  const [firstFace] = challenge.frontals;
  const isStill =
    !first ||
    !firstFace ||
    (Math.abs(first.across - across) <= STILL && Math.abs(first.down - down) <= STILL && distance(firstFace, descriptor) <= SAME_FRONTAL);
  // A head that moves is looked at again from now on.
  const [fronts, frontals] = isStill
    ? [
        [...challenge.fronts, measure],
        [...challenge.frontals, descriptor],
      ]
    : [[measure], [descriptor]];
  const stage = fronts.length >= FRONTAL_FRAMES ? 'move' : 'frontal';
  return { challenge: { ...challenge, stage, fronts, frontals, asked_ms: now_ms }, hint: isStill ? null : 'hold_still' };
}

function seenMove(challenge: Challenge, turn: Turn, now_ms: number): Step {
  const wanted = challenge.moves[challenge.made];
  const shown = movesOf(turn);
  if (shown.length === 0) return { challenge: { ...challenge, wrong: 0 }, hint: null };
  if (!shown.some((move) => move === wanted)) {
    const wrong = challenge.wrong + 1;
    return wrong >= WRONG_FRAMES ? failed(challenge, 'wrong_move') : { challenge: { ...challenge, wrong }, hint: null };
  }
  if (shown.length > 1) return { challenge, hint: 'one_direction' };
  const isSideways = wanted === 'left' || wanted === 'right';
  if (isSideways ? turn.narrowing < LEAST_NARROWING : turn.narrowing > MOST_SHORTENING)
    return { challenge: { ...challenge, wrong: 0 }, hint: 'turned_too_far' };
  return { challenge: { ...challenge, stage: 'return', wrong: 0, made: challenge.made + 1, asked_ms: now_ms }, hint: null };
}

function seenReturn(challenge: Challenge, { descriptor }: SeenFace, { across, down }: Turn, apart: number, now_ms: number): Step {
  if (Math.abs(across) > CENTRED || Math.abs(down) > CENTRED || apart > SAME_FRONTAL) return { challenge, hint: null };
  const frontals = [...challenge.frontals, descriptor];
  const stage = challenge.made >= challenge.moves.length ? 'passed' : 'move';
  return { challenge: { ...challenge, stage, frontals, asked_ms: now_ms }, hint: null };
}

/** The movements that a turn shows: more than one where a head turns aslant. */
function movesOf({ across, down }: Turn): FaceMove[] {
  return [
    ...(across >= TURNED.left ? (['left'] as const) : []),
    ...(across <= TURNED.right ? (['right'] as const) : []),
    ...(down <= TURNED.up ? (['up'] as const) : []),
    ...(down >= TURNED.down ? (['down'] as const) : []),
  ];
}

function frontOf({ fronts }: Challenge): Measure {
  const mean = (part: keyof Measure): number => fronts.reduce((sum, front) => sum + front[part], 0) / fronts.length;
  return { across: mean('across'), down: mean('down'), aspect: mean('aspect'), lean: mean('lean') };
}
