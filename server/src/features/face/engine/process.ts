import { createHash } from 'node:crypto';
import { setThreadsCount } from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';
import sharp from 'sharp';
import { Describer } from './descriptor.ts';
import { Detector } from './detector.ts';
import { Mesh } from './mesh.ts';
import type { Look, LookRequest } from './messages.ts';
import type { Picture } from './picture.ts';
import { Rests, restBetweenSteps } from './rests.ts';
import { takeLongSlices } from './slices.ts';

/**
 * A process that looks at pictures for faces and does nothing else: it knows no key and no database, so that a picture made to break the decoder
 * breaks nothing but this. It is asked one picture at a time, keeps none, and is killed when it takes too long.
 */

/** What a camera sends is no larger; what is larger is made smaller. */
const LONGEST_EDGE = { frame: 800, document: 1600 } as const;
const MOST_PIXELS = { frame: 4_000_000, document: 40_000_000 } as const;
/** A second face counts when it is at least this large beside the first. */
const SECOND_FACE = 0.5;

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);
setThreadsCount(1);

const rests = new Rests();
const parts = load();

process.on('message', (request: LookRequest) => {
  void answerOf(request).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());

async function load() {
  await takeLongSlices();
  await tf.setBackend('wasm');
  await tf.ready();
  restBetweenSteps('wasm', rests);
  const [detector, mesh, describer] = await Promise.all([Detector.load(), Mesh.load(), Describer.load()]);
  return { detector, mesh, describer };
}

async function answerOf({ bytes, kind }: LookRequest): Promise<Look> {
  const { detector, mesh, describer } = await parts;
  rests.begin();
  const picture = await decoded(bytes, kind);
  if (!picture) return { problem: 'unreadable', pixels: '' };
  const pixels = createHash('sha256').update(picture.data).digest('base64url');
  const [face, second] = detector.find(picture);
  if (!face) return { problem: 'no_face', pixels };
  if (kind === 'frame' && second && second.edge >= face.edge * SECOND_FACE) return { problem: 'many_faces', pixels };
  const points = mesh.pointsOf(picture, face);
  if (!points) return { problem: 'no_face', pixels };
  const { leftEye, rightEye } = points.landmarks;
  const eyes_px = Math.hypot(rightEye[0] - leftEye[0], rightEye[1] - leftEye[1]);
  return { face: { landmarks: points.landmarks, eyes_px, ...describer.describe(picture, points.corners) }, pixels };
}

async function decoded(bytes: Uint8Array, kind: LookRequest['kind']): Promise<Picture | undefined> {
  try {
    const edge = LONGEST_EDGE[kind];
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS[kind], failOn: 'error' })
      .autoOrient()
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .flatten()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return info.channels === 3 ? { width: info.width, height: info.height, data } : undefined;
  } catch {
    return undefined;
  }
}
