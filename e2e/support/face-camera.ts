import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import {
  FRAME,
  FRONT,
  MovingPortrait,
  POSES,
  type Pose,
  type PortraitName,
  type Shape,
} from '../../server/src/features/face/testing/moving-portrait.ts';
import config from '../playwright.config.ts';

const HEADER = `YUV4MPEG2 W${FRAME.width} H${FRAME.height} F30:1 Ip A1:1 C420jpeg\n`;
const BEFORE_FRAME = 'FRAME\n';
const LUMA_BYTES = FRAME.width * FRAME.height;
const TICK_MS = 40;

/**
 * Somebody before the camera of a browser. Chromium's fake camera shows a file over and over; its one frame is written anew while it runs, so that whoever
 * is filmed can do what the page asks.
 */
export class FaceCamera {
  readonly browser: Browser;
  readonly #folder: string;
  readonly #file: FileHandle;
  readonly #timer: NodeJS.Timeout;
  readonly #filmed = new Map<string, Buffer>();
  #portrait: MovingPortrait;
  #pose: Pose = FRONT;
  #stands = false;
  #writes = false;

  private constructor(browser: Browser, folder: string, file: FileHandle, portrait: MovingPortrait) {
    this.browser = browser;
    this.#folder = folder;
    this.#file = file;
    this.#portrait = portrait;
    this.#timer = setInterval(() => void this.#tick(), TICK_MS);
  }

  static async open(): Promise<FaceCamera> {
    const folder = await mkdtemp(join(tmpdir(), 'purser-camera-'));
    const path = join(folder, 'camera.y4m');
    const file = await open(path, 'w');
    const portrait = await MovingPortrait.of('astronaut');
    const before = Buffer.from(HEADER + BEFORE_FRAME);
    await file.write(Buffer.concat([before, planesOf(portrait.pixels(FRONT))]), 0, undefined, 0);
    const { args = [], ...options } = config.use?.launchOptions ?? {};
    const browser = await chromium.launch({
      ...options,
      args: [...args, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${path}`],
    });
    return new FaceCamera(browser, folder, file, portrait);
  }

  /** Who is before the camera from now on: a head, or a photograph that is held up. */
  async show(name: PortraitName, shape: Shape = 'head'): Promise<void> {
    this.#filmed.clear();
    this.#portrait = await MovingPortrait.of(name, shape);
    this.pose(FRONT);
    // Films what is asked for beforehand, which takes its time.
    if (shape === 'head') for (const pose of Object.values(POSES)) this.#planes(pose);
  }

  /** Does what a page asks for. */
  obey(prompt: string | null): void {
    this.pose(prompt !== null && prompt in POSES ? POSES[prompt as keyof typeof POSES] : FRONT);
  }

  pose(pose: Pose): void {
    this.#planes(pose);
    this.#pose = pose;
  }

  /** The camera shows one picture from now on, or moving ones again. */
  stand(still: boolean): void {
    this.#stands = still;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.browser.close();
    await this.#file.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** What is filmed of a pose, without noise. */
  #planes(pose: Pose): Buffer {
    const key = JSON.stringify(pose);
    const planes = this.#filmed.get(key) ?? planesOf(this.#portrait.pixels(pose));
    this.#filmed.set(key, planes);
    return planes;
  }

  /** A camera's pictures differ by its noise. */
  async #tick(): Promise<void> {
    if (this.#stands || this.#writes) return;
    this.#writes = true;
    const planes = Buffer.from(this.#planes(this.#pose));
    const noise = randomBytes(LUMA_BYTES);
    for (let at = 0; at < LUMA_BYTES; at += 1) planes[at] = Math.max(16, Math.min(235, (planes[at] ?? 0) + ((noise[at] ?? 0) & 7) - 4));
    await this.#file.write(planes, 0, planes.length, HEADER.length + BEFORE_FRAME.length).catch(() => undefined);
    this.#writes = false;
  }
}

/** Brightness of each pixel, and colour of each four, as cameras give them. */
function planesOf(pixels: Buffer): Buffer {
  const { width, height } = FRAME;
  const planes = Buffer.alloc((LUMA_BYTES * 3) / 2);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 3, at * 3 + 3);
      planes[at] = Math.round(16 + 0.257 * red + 0.504 * green + 0.098 * blue);
      if (row % 2 === 1 || column % 2 === 1) continue;
      const colour = LUMA_BYTES + (row / 2) * (width / 2) + column / 2;
      planes[colour] = Math.round(128 - 0.148 * red - 0.291 * green + 0.439 * blue);
      planes[colour + LUMA_BYTES / 4] = Math.round(128 + 0.439 * red - 0.368 * green - 0.071 * blue);
    }
  }
  return planes;
}
