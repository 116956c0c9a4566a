import type { GraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { graphOf } from './models.ts';
import type { Point } from './messages.ts';
import { chipOf, type Picture, placed, squareAt } from './picture.ts';

const INPUT_PX = 256;
/** Cells of the model's two grids, and boxes in each cell. */
const GRIDS = [
  { cells: 16, boxes: 2 },
  { cells: 8, boxes: 6 },
] as const;
const LEAST_SCORE = 0.6;
const SAME_FACE_OVERLAP = 0.3;

/** A face that was found: where, and where its eyes are. */
export interface Found {
  readonly centre: Point;
  readonly edge: number;
  readonly eyes: readonly [Point, Point];
  readonly score: number;
}

/** Finds faces in a picture, the largest first. */
export class Detector {
  readonly #model: GraphModel;

  private constructor(model: GraphModel) {
    this.#model = model;
  }

  static async load(): Promise<Detector> {
    return new Detector(await graphOf('blazeface'));
  }

  find(picture: Picture): Found[] {
    const { width, height } = picture;
    const whole = squareAt([width / 2, height / 2], Math.max(width, height), 0, INPUT_PX);
    const chip = chipOf(picture, whole, INPUT_PX);
    const outputs = tf.tidy(() => {
      const input = tf.sub(tf.div(tf.tensor4d(chip, [1, INPUT_PX, INPUT_PX, 3]), 127.5), 1);
      const made = this.#model.execute(input) as tf.Tensor[];
      return made.map((tensor) => ({ shape: tensor.shape, values: tensor.dataSync() as Float32Array }));
    });
    const found: Found[] = [];
    for (const { cells, boxes } of GRIDS) {
      const count = cells * cells * boxes;
      const scores = outputs.find(({ shape }) => shape[1] === count && shape[2] === 1)?.values;
      const places = outputs.find(({ shape }) => shape[1] === count && shape[2] === 16)?.values;
      if (!scores || !places) throw new Error('the detector answers otherwise than it should');
      for (let index = 0; index < count; index += 1) {
        const score = 1 / (1 + Math.exp(-(scores[index] ?? -100)));
        if (score < LEAST_SCORE) continue;
        const cell = Math.floor(index / boxes);
        const anchor = [((cell % cells) + 0.5) / cells, (Math.floor(cell / cells) + 0.5) / cells].map((part) => part * INPUT_PX);
        const [ax = 0, ay = 0] = anchor;
        const value = (at: number): number => places[index * 16 + at] ?? 0;
        const point = (at: number): Point => placed(whole, [value(at) + ax, value(at + 1) + ay]);
        const scale = Math.hypot(whole.a, whole.b);
        found.push({ centre: point(0), edge: Math.max(value(2), value(3)) * scale, eyes: [point(4), point(6)], score });
      }
    }
    return largestFirst(withoutTwins(found));
  }
}

/** Of boxes over the same face only the surest. */
function withoutTwins(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const one of found.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((other) => overlap(one, other) < SAME_FACE_OVERLAP)) kept.push(one);
  }
  return kept;
}

function overlap(one: Found, other: Found): number {
  const along = (axis: 0 | 1): number => {
    const from = Math.max(one.centre[axis] - one.edge / 2, other.centre[axis] - other.edge / 2);
    return Math.max(0, Math.min(one.centre[axis] + one.edge / 2, other.centre[axis] + other.edge / 2) - from);
  };
  const shared = along(0) * along(1);
  return shared / (one.edge ** 2 + other.edge ** 2 - shared);
}

function largestFirst(found: readonly Found[]): Found[] {
  return found.toSorted((a, b) => b.edge - a.edge);
}
