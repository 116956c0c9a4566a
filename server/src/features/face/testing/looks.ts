import type { FaceMove, FacePrompt } from '@purser/contract/face';
import { DESCRIPTOR_NUMBERS, type Landmarks, type Look, type Point, type SeenFace } from '../engine/messages.ts';

/**
 * What the engine would say of a face that is held before a camera: its points as a camera at the distance of a phone sees them, of a head, of a photograph
 * of it, and of a photograph that is bent around an upright axis. In distances of the eyes.
 */
type Space = readonly [x: number, y: number, z: number];

const HEAD = { leftEye: [-0.5, 0, 0], rightEye: [0.5, 0, 0], nose: [0, 0.62, 0.45], mouth: [0, 1, 0.05] } as const satisfies Record<
  string,
  Space
>;
const CAMERA = 6.5;
const SCALE_PX = 100;
const BEND = 1.1;

export type Shape = 'head' | 'flat' | 'bent';

/** How far it is turned, in radians: to the right of the picture, downwards, and leaning to a side. */
export interface Held {
  readonly across?: number;
  readonly down?: number;
  readonly lean?: number;
}

export const HELD: Readonly<Record<FacePrompt, Held>> = {
  front: {},
  centre: {},
  left: { across: 0.33 },
  right: { across: -0.33 },
  up: { down: -0.3 },
  down: { down: 0.3 },
};

function landmarksOf(shape: Shape, { across = 0, down = 0, lean = 0 }: Held): Landmarks {
  const seen = (point: Space): Point => {
    const [x0, y0, z0] = shape === 'head' ? point : shape === 'flat' ? ([point[0], point[1], 0] as const) : bent(point);
    // Around the upright axis, then around the one across. What comes towards the camera has a larger z.
    const [x1, z1] = [x0 * Math.cos(across) + z0 * Math.sin(across), z0 * Math.cos(across) - x0 * Math.sin(across)];
    const [y1, z2] = [y0 * Math.cos(down) + z1 * Math.sin(down), z1 * Math.cos(down) - y0 * Math.sin(down)];
    const near = CAMERA / (CAMERA - z2);
    const [x, y] = [x1 * near * SCALE_PX, y1 * near * SCALE_PX];
    return [320 + x * Math.cos(lean) - y * Math.sin(lean), 200 + x * Math.sin(lean) + y * Math.cos(lean)];
  };
  return { leftEye: seen(HEAD.leftEye), rightEye: seen(HEAD.rightEye), nose: seen(HEAD.nose), mouth: seen(HEAD.mouth) };
}

function bent([x, y]: Space): Space {
  return [BEND * Math.sin(x / BEND), y, BEND * (Math.cos(x / BEND) - 1)];
}

/** A descriptor of a person, and one that is as far from it as is said. */
export function person(seed: number, apart = 0): number[] {
  const numbers = Array.from({ length: DESCRIPTOR_NUMBERS }, (_, index) => 0.12 * Math.sin((index + 1) * (seed + 1) * 1.7));
  return numbers.map((value, index) => (index === 0 ? value + apart : value));
}

let frames = 0;

/** One frame; no two are the same. */
export function look(shape: Shape, held: Held, face: Partial<SeenFace> = {}): Look {
  frames += 1;
  const landmarks = landmarksOf(shape, held);
  return { pixels: `frame ${frames}`, face: { landmarks, eyes_px: SCALE_PX, luma: 130, sharpness: 120, descriptor: person(1), ...face } };
}

export function noLook(problem: 'no_face' | 'many_faces' | 'unreadable'): Look {
  frames += 1;
  return { pixels: `frame ${frames}`, problem };
}

/** The other three movements. */
export function others(move: FaceMove): FaceMove[] {
  return (['left', 'right', 'up', 'down'] as const).filter((other) => other !== move);
}
