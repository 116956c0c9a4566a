/** What a payer is asked to do with their head, one after the other. Left and right are the payer's own. */
export const FACE_MOVES = ['left', 'right', 'up', 'down'] as const;
export type FaceMove = (typeof FACE_MOVES)[number];

/** What is asked for now: looking straight into the camera first, a movement, or back to the centre. */
export const FACE_PROMPTS = ['front', 'centre', ...FACE_MOVES] as const;
export type FacePrompt = (typeof FACE_PROMPTS)[number];

/** Why a frame was of no use. */
export const FACE_HINTS = [
  'unreadable',
  'no_face',
  'many_faces',
  'too_far',
  'too_near',
  'too_dark',
  'too_bright',
  'blurred',
  'look_straight',
  'hold_still',
  'one_direction',
  'turned_too_far',
] as const;
export type FaceHint = (typeof FACE_HINTS)[number];

/** Movements in one confirmation. */
export const FACE_MOVE_COUNT = 3;

/** The largest picture that is taken of a camera. */
export const FACE_FRAME_BYTES = 400_000;

/** Failed confirmations before the payment password alone is taken, and for how long. */
export const FACE_ATTEMPTS = 3;
export const FACE_LOCK_H = 24;

/** How a confirmation stands, and why it failed. */
export const FACE_STATES = ['looking', 'passed', 'failed'] as const;
export const FACE_FAILURES = ['wrong_move', 'too_slow', 'timed_out', 'gap', 'repeated_frame', 'other_face', 'no_match'] as const;
export type FaceFailure = (typeof FACE_FAILURES)[number];

/** What a wallet user has done so far to confirm by face. */
export const FACE_STANDINGS = ['none', 'consented', 'documented', 'enrolled'] as const;
export type FaceStanding = (typeof FACE_STANDINGS)[number];
