import type { ExportCall } from '@purser/contract/list-call';
import { headersOf, type TestApp } from '../../platform/testing/app.ts';

/** Takes a whole file, and returns how many rows it announced. */
export async function exportedRows(app: TestApp, call: ExportCall, token: string): Promise<number> {
  const payload = JSON.stringify({ format: 'csv' });
  const answer = await app.fastify.inject({ method: 'POST', url: call.path, payload, headers: headersOf(call, payload, { token }) });
  return Number(answer.headers['purser-export-rows']);
}
