import { loadPayerBuild, type PayerBuild } from '../platform/http/payer-build.ts';
import { payerPages } from '../platform/http/payer-pages.ts';
import type { Pages } from '../platform/http/server.ts';
import type { Feature } from './features.ts';

/** Every payer page of the features, and what the pages need beside themselves. */
export async function allPayerPages(features: readonly Feature[], build?: PayerBuild): Promise<Pages[]> {
  const built = build ?? (await loadPayerBuild());
  const pages = features.flatMap((feature) => feature.pages?.(built.renderer) ?? []);
  return [payerPages(built, pages), ...features.flatMap((feature) => feature.files?.(built.renderer) ?? [])];
}
