import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GraphModel } from '@tensorflow/tfjs-converter';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';

const FOLDER = join(import.meta.dirname, '../../../../models/face');

interface ModelFile {
  readonly modelTopology: object;
  readonly weightsManifest: readonly { readonly weights: tf.io.WeightsManifestEntry[] }[];
}

/** A graph with its weights, from the folder of models. Nothing is fetched. */
export async function graphOf(name: string): Promise<GraphModel> {
  const { modelTopology, weightsManifest } = JSON.parse(await readFile(join(FOLDER, `${name}.json`), 'utf8')) as ModelFile;
  const weightData = await weightsOf(name);
  const weightSpecs = weightsManifest.flatMap(({ weights }) => weights);
  return loadGraphModel({ load: () => Promise.resolve({ modelTopology, weightSpecs, weightData }) });
}

/** Weights without a graph, by their names. */
export async function tensorsOf(name: string): Promise<tf.NamedTensorMap> {
  const text = await readFile(join(FOLDER, `${name}-weights_manifest.json`), 'utf8');
  const manifest = JSON.parse(text) as ModelFile['weightsManifest'];
  return tf.io.decodeWeights(
    await weightsOf(name),
    manifest.flatMap(({ weights }) => weights),
  );
}

async function weightsOf(name: string): Promise<ArrayBuffer> {
  const bytes = await readFile(join(FOLDER, `${name}.bin`));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}
