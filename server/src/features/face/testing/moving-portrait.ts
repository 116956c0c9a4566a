import { join } from 'node:path';
import sharp from 'sharp';

/**
 * A still portrait that moves: what a camera would see of a head, or of a photograph that somebody holds up. A moved portrait proves the way of a
 * confirmation, and not what a real head or a real deception looks like.
 */

const PORTRAITS = {
  astronaut: { file: 'astronaut.jpg', middle: [225, 105], eyes_px: 44 },
  other: { file: 'white-house-portrait.jpg', middle: [279, 122], eyes_px: 59.4 },
} as const;
export type PortraitName = keyof typeof PORTRAITS;

/** A head whose nose stands out; a photograph; a photograph bent around an upright axis. */
export type Shape = 'head' | 'flat' | 'bent';

/** By how many radians it is turned: to the right of the picture, and downwards. */
export interface Pose {
  readonly across: number;
  readonly down: number;
}

export const FRONT: Pose = { across: 0, down: 0 };
/** What a head does that is asked to move; its left is the right side of the picture. */
export const POSES = {
  left: { across: 0.33, down: 0 },
  right: { across: -0.33, down: 0 },
  up: { across: 0, down: -0.3 },
  down: { across: 0, down: 0.3 },
} as const satisfies Record<string, Pose>;

export const FRAME = { width: 640, height: 480 } as const;
const EYES_PX = 96;
const MIDDLE = [320, 205] as const;
/** A head as far as a camera sees it: an ellipsoid, and a nose on it. In distances of the eyes from the middle between them. */
const HEAD = { y: 0.35, width: 1.25, height: 1.7, depth: 1.05 } as const;
const NOSE = { height: 0.42, y: 0.62, spreadX: 0.24, spreadY: 0.26 } as const;
/** How far the camera is away, and how tight a photograph is bent, in distances of the eyes. */
const CAMERA = 6.5;
const BEND = 1.1;

interface Raw {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

type Map = (x: number, y: number) => readonly [number, number];

/** A portrait that can be filmed. */
export class MovingPortrait {
  readonly #raw: Raw;
  readonly #portrait: (typeof PORTRAITS)[PortraitName];
  readonly #shape: Shape;
  #frames = 0;

  private constructor(raw: Raw, portrait: (typeof PORTRAITS)[PortraitName], shape: Shape) {
    this.#raw = raw;
    this.#portrait = portrait;
    this.#shape = shape;
  }

  static async of(name: PortraitName, shape: Shape = 'head'): Promise<MovingPortrait> {
    const portrait = PORTRAITS[name];
    const { data, info } = await sharp(portraitPath(name)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return new MovingPortrait({ width: info.width, height: info.height, data }, portrait, shape);
  }

  /** One frame as a JPEG, with the noise of a camera: no two are the same. */
  async frame(pose: Pose): Promise<Buffer> {
    const image = sharp(this.pixels(pose), { raw: { ...FRAME, channels: 3 } });
    return image.jpeg({ quality: 85, chromaSubsampling: '4:2:0' }).toBuffer();
  }

  /** The same as three bytes for each pixel. */
  pixels(pose: Pose): Buffer {
    this.#frames += 1;
    const { width, height } = FRAME;
    const out = Buffer.alloc(width * height * 3, 90);
    const { middle, eyes_px } = this.#portrait;
    const map = mapOf(this.#shape, pose);
    const noise = noiseOf(this.#frames);
    let at = 0;
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        const [x, y] = map((column - MIDDLE[0]) / EYES_PX, (row - MIDDLE[1]) / EYES_PX);
        const [sx, sy] = [middle[0] + x * eyes_px, middle[1] + y * eyes_px];
        this.#sample(sx, sy, out, at, noise());
        at += 3;
      }
    }
    return out;
  }

  #sample(x: number, y: number, out: Buffer, at: number, noise: number): void {
    const { width, height, data } = this.#raw;
    const [left, top] = [Math.floor(x), Math.floor(y)];
    if (!(left >= 0 && top >= 0 && left + 1 < width && top + 1 < height)) return;
    const [fx, fy] = [x - left, y - top];
    const from = (top * width + left) * 3;
    const below = from + width * 3;
    for (let channel = 0; channel < 3; channel += 1) {
      const upper = (data[from + channel] ?? 0) * (1 - fx) + (data[from + 3 + channel] ?? 0) * fx;
      const lower = (data[below + channel] ?? 0) * (1 - fx) + (data[below + 3 + channel] ?? 0) * fx;
      out[at + channel] = Math.max(0, Math.min(255, Math.round(upper * (1 - fy) + lower * fy + noise)));
    }
  }
}

export function portraitPath(name: PortraitName): string {
  return join(import.meta.dirname, 'portraits', PORTRAITS[name].file);
}

/** Which point of the portrait is seen at a point of the frame, both in distances of the eyes from the middle between them. */
function mapOf(shape: Shape, { across, down }: Pose): Map {
  if (shape === 'head') return headMap(across, down);
  if (shape === 'flat') return flatMap(across, down);
  return (x, y) => {
    const turned = Math.asin(Math.max(-1, Math.min(1, x / BEND + Math.sin(across))));
    return [BEND * (turned - across), y];
  };
}

/** How far a point of a head stands out before the eyes. */
function depthAt(x: number, y: number): number {
  const round = 1 - (x / HEAD.width) ** 2 - ((y - HEAD.y) / HEAD.height) ** 2;
  const nose = Math.exp(-((x / NOSE.spreadX) ** 2 + ((y - NOSE.y) / NOSE.spreadY) ** 2) / 2);
  return HEAD.depth * Math.sqrt(Math.max(0, round)) + NOSE.height * nose;
}
const EYES_DEPTH = depthAt(0.5, 0);

/** A head that is turned, seen from afar. */
function headMap(yaw: number, pitch: number): Map {
  return (x, y) => {
    let [px, py] = [x, y];
    for (let round = 0; round < 8; round += 1) {
      const depth = depthAt(px, py) - EYES_DEPTH;
      const [nx, ny] = [(x - depth * Math.sin(yaw)) / Math.cos(yaw), (y - depth * Math.sin(pitch)) / Math.cos(pitch)];
      [px, py] = [(px + nx) / 2, (py + ny) / 2];
    }
    return [px, py];
  };
}

/** A plane that is turned, seen by a camera before it. */
function flatMap(yaw: number, pitch: number): Map {
  return (x, y) => {
    const across = x / (Math.cos(yaw) - (x * Math.sin(yaw)) / CAMERA);
    const near = 1 + (across * Math.sin(yaw)) / CAMERA;
    const upright = (near * y) / (Math.cos(pitch) - (y * Math.sin(pitch)) / CAMERA);
    return [across * (1 + (upright * Math.sin(pitch)) / CAMERA), upright];
  };
}

/** A little noise that is another in each frame. */
function noiseOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return ((state >>> 16) / 65_536) * 6 - 3;
  };
}
