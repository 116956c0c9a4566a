import * as tf from '@tensorflow/tfjs-core';
import { DESCRIPTOR_NUMBERS } from './messages.ts';
import type { Corners } from './mesh.ts';
import { tensorsOf } from './models.ts';
import { chipOf, fittedPlacing, lightOf, type Picture } from './picture.ts';

const CHIP_PX = 150;
/** Where corners of eyes and base of the nose stand in the upright pictures that the model has learned from, as parts of the chip's edge. */
const UPRIGHT = [
  [0.247, 0.309],
  [0.3894, 0.3194],
  [0.5974, 0.3193],
  [0.7397, 0.309],
  [0.4934, 0.5852],
] as const;
/** What the model takes as the mean colour. */
const MEAN = [122.782, 117.001, 104.298] as const;
/** The blocks of the network in their order; those called down halve the picture. */
const BLOCKS = [
  'conv32_1',
  'conv32_2',
  'conv32_3',
  'conv64_down',
  'conv64_1',
  'conv64_2',
  'conv64_3',
  'conv128_down',
  'conv128_1',
  'conv128_2',
  'conv256_down',
  'conv256_1',
  'conv256_2',
  'conv256_down_out',
] as const;

/** Describes a face by 128 numbers: a residual network whose distances are those of persons. */
export class Describer {
  readonly #weights: tf.NamedTensorMap;

  private constructor(weights: tf.NamedTensorMap) {
    this.#weights = weights;
  }

  static async load(): Promise<Describer> {
    return new Describer(await tensorsOf('face_recognition_model'));
  }

  describe(
    picture: Picture,
    corners: Corners,
  ): { readonly descriptor: readonly number[]; readonly luma: number; readonly sharpness: number } {
    const points = [corners.leftOuter, corners.leftInner, corners.rightInner, corners.rightOuter, corners.noseBase];
    const upright = UPRIGHT.map(([x, y]) => [x * CHIP_PX, y * CHIP_PX] as const);
    const chip = chipOf(picture, fittedPlacing(upright, points), CHIP_PX);
    const descriptor = tf.tidy(() => {
      const pixels = tf.tensor4d(chip, [1, CHIP_PX, CHIP_PX, 3]);
      const input = tf.div(tf.sub(pixels, tf.tensor1d([...MEAN])), 256) as tf.Tensor4D;
      let out = this.#convolved(input, 'conv32_down', { strides: 2, padding: 'valid' });
      out = tf.maxPool(tf.relu(out), 3, 2, 'valid');
      for (const block of BLOCKS) out = this.#block(out, block);
      return tf.matMul(tf.mean(out, [1, 2]), this.#weight('fc') as tf.Tensor2D).dataSync();
    });
    if (descriptor.length !== DESCRIPTOR_NUMBERS) throw new Error('the descriptor has another length than it should');
    return { descriptor: [...descriptor], ...lightOf(chip, CHIP_PX) };
  }

  #block(input: tf.Tensor4D, name: (typeof BLOCKS)[number]): tf.Tensor4D {
    const halves = name.includes('down');
    const first = this.#convolved(input, `${name}/conv1`, halves ? { strides: 2, padding: 'valid' } : { strides: 1, padding: 'same' });
    const second = this.#convolved(tf.relu(first), `${name}/conv2`, { strides: 1, padding: 'same' });
    if (!halves) return tf.relu(tf.add(second, input));
    const beside = tf.avgPool(input, 2, 2, 'valid');
    return tf.relu(sumOfUnequal(second, beside));
  }

  #convolved(
    input: tf.Tensor4D,
    name: string,
    { strides, padding }: { readonly strides: 1 | 2; readonly padding: 'same' | 'valid' },
  ): tf.Tensor4D {
    const filters = this.#weight(`${name}/conv/filters`) as tf.Tensor4D;
    const biased = tf.add(tf.conv2d(input, filters, strides, padding), this.#weight(`${name}/conv/bias`));
    return tf.add(tf.mul(biased, this.#weight(`${name}/scale/weights`)), this.#weight(`${name}/scale/biases`));
  }

  #weight(name: string): tf.Tensor {
    const weight = this.#weights[name];
    if (!weight) throw new Error(`the descriptor lacks ${name}`);
    return weight;
  }
}

/** Adds two of different height, width and depth: what one lacks counts as zero. */
function sumOfUnequal(one: tf.Tensor4D, other: tf.Tensor4D): tf.Tensor4D {
  const size = [1, 2, 3].map((axis) => Math.max(one.shape[axis] ?? 0, other.shape[axis] ?? 0));
  const filled = (tensor: tf.Tensor4D): tf.Tensor4D =>
    tf.pad(tensor, [[0, 0], ...size.map((wanted, index) => [0, wanted - (tensor.shape[index + 1] ?? 0)] as [number, number])]);
  return tf.add(filled(one), filled(other));
}
