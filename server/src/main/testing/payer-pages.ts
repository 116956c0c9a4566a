import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { payerBuildOfSource } from '../../platform/testing/payer-build.ts';
import { allFeatures } from '../features.ts';
import { allPayerPages } from '../payer-pages.ts';

/** Every page of the payer, for `createTestApp`. */
export async function payerPagesOfSource(fastify: FastifyInstance, platform: Platform): Promise<void> {
  for (const page of await allPayerPages(allFeatures(platform), await payerBuildOfSource())) await page(fastify, platform);
}
