import type { GraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import type { Found } from './detector.ts';
import { graphOf } from './models.ts';
import type { Landmarks, Point } from './messages.ts';
import { chipOf, type Picture, placed, squareAt } from './picture.ts';

const INPUT_PX = 192;
const POINTS = 468;
/** How much of the picture around a face the model is shown. */
const MARGIN = 1.5;
const LEAST_PRESENCE = 0.5;

/** Places of the mesh: corners of the eyes, tip and base of the nose, corners of the mouth. */
const AT = {
  leftOuter: 33,
  leftInner: 133,
  rightInner: 362,
  rightOuter: 263,
  noseTip: 1,
  noseBase: 2,
  mouthLeft: 61,
  mouthRight: 291,
} as const;

/** The points of a face by which it is brought upright for its descriptor. */
export interface Corners {
  readonly leftOuter: Point;
  readonly leftInner: Point;
  readonly rightInner: Point;
  readonly rightOuter: Point;
  readonly noseBase: Point;
}

/** Finds the points of a face. */
export class Mesh {
  readonly #model: GraphModel;

  private constructor(model: GraphModel) {
    this.#model = model;
  }

  static async load(): Promise<Mesh> {
    return new Mesh(await graphOf('facemesh'));
  }

  /** The points of a face that the detector has found; undefined where it is none. A second look, from where the first has found it, is surer. */
  pointsOf(picture: Picture, { centre, edge, eyes }: Found): { readonly landmarks: Landmarks; readonly corners: Corners } | undefined {
    const first = this.#look(picture, { centre, edge, eyes });
    if (!first) return undefined;
    const xs = first.map(([x]) => x);
    const ys = first.map(([, y]) => y);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const second = this.#look(picture, {
      centre: [(left + right) / 2, (top + bottom) / 2],
      edge: Math.max(right - left, bottom - top),
      eyes: [at(first, 'leftOuter'), at(first, 'rightOuter')],
    });
    if (!second) return undefined;
    const landmarks = {
      leftEye: middle(at(second, 'leftOuter'), at(second, 'leftInner')),
      rightEye: middle(at(second, 'rightInner'), at(second, 'rightOuter')),
      nose: at(second, 'noseTip'),
      mouth: middle(at(second, 'mouthLeft'), at(second, 'mouthRight')),
    };
    const corners = {
      leftOuter: at(second, 'leftOuter'),
      leftInner: at(second, 'leftInner'),
      rightInner: at(second, 'rightInner'),
      rightOuter: at(second, 'rightOuter'),
      noseBase: at(second, 'noseBase'),
    };
    return { landmarks, corners };
  }

  #look(picture: Picture, { centre, edge, eyes }: Pick<Found, 'centre' | 'edge' | 'eyes'>): Point[] | undefined {
    const [left, right] = eyes;
    const angle = Math.atan2(right[1] - left[1], right[0] - left[0]);
    const placing = squareAt(centre, edge * MARGIN, angle, INPUT_PX);
    const chip = chipOf(picture, placing, INPUT_PX);
    const { mesh, flag } = tf.tidy(() => {
      const input = tf.div(tf.tensor4d(chip, [1, INPUT_PX, INPUT_PX, 3]), 255);
      const made = this.#model.execute(input) as tf.Tensor[];
      const ofSize = (size: number) => made.find((tensor) => tensor.size === size)?.dataSync() as Float32Array | undefined;
      return { mesh: ofSize(POINTS * 3), flag: ofSize(1) };
    });
    if (!mesh || !flag) throw new Error('the mesh answers otherwise than it should');
    if (1 / (1 + Math.exp(-(flag[0] ?? -100))) < LEAST_PRESENCE) return undefined;
    return Array.from({ length: POINTS }, (_, index) => placed(placing, [mesh[index * 3] ?? 0, mesh[index * 3 + 1] ?? 0]));
  }
}

function at(points: readonly Point[], name: keyof typeof AT): Point {
  return points[AT[name]] ?? [0, 0];
}

function middle([ax, ay]: Point, [bx, by]: Point): Point {
  return [(ax + bx) / 2, (ay + by) / 2];
}
