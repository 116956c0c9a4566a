import type { Landmarks, Point } from './engine/messages.ts';

/**
 * Where the nose stands between eyes and mouth. A flat picture, however it is held, keeps `across` and `down` (they are what an affine map
 * leaves alone); of a head the tip of the nose stands out, so turning the head moves it.
 */
export interface Measure {
  /** From the middle between the eyes towards the right one of the picture, in distances of the eyes. */
  readonly across: number;
  /** From the middle between the eyes towards the mouth, in distances from eyes to mouth. */
  readonly down: number;
  /** The distance of the eyes in distances from eyes to mouth: turning to a side makes it less. */
  readonly aspect: number;
  /** How far the head leans to a side, in radians. */
  readonly lean: number;
}

export function measureOf({ leftEye, rightEye, nose, mouth }: Landmarks): Measure {
  const middle: Point = [(leftEye[0] + rightEye[0]) / 2, (leftEye[1] + rightEye[1]) / 2];
  const eyes: Point = [rightEye[0] - leftEye[0], rightEye[1] - leftEye[1]];
  const length: Point = [mouth[0] - middle[0], mouth[1] - middle[1]];
  const tip: Point = [nose[0] - middle[0], nose[1] - middle[1]];
  const area = eyes[0] * length[1] - eyes[1] * length[0];
  return {
    across: (tip[0] * length[1] - tip[1] * length[0]) / area,
    down: (eyes[0] * tip[1] - eyes[1] * tip[0]) / area,
    aspect: Math.hypot(...eyes) / Math.hypot(...length),
    lean: Math.atan2(eyes[1], eyes[0]),
  };
}

/** How far a face has turned since it was looked at from the front, in distances of the eyes, and how much narrower it has become. */
export interface Turn {
  readonly across: number;
  readonly down: number;
  readonly narrowing: number;
}

export function turnOf(now: Measure, front: Measure): Turn {
  return {
    across: now.across - front.across,
    down: (now.down - front.down) / front.aspect,
    narrowing: now.aspect / front.aspect,
  };
}

/** The distance between two descriptors. */
export function distance(one: readonly number[], other: readonly number[]): number {
  return Math.sqrt(one.reduce((sum, value, index) => sum + (value - (other[index] ?? 0)) ** 2, 0));
}

export function meanOf(descriptors: readonly (readonly number[])[]): number[] {
  const [first = []] = descriptors;
  return first.map((_, index) => descriptors.reduce((sum, one) => sum + (one[index] ?? 0), 0) / descriptors.length);
}
