import type { ExportCall } from '@purser/contract/list-call';
import { type CallOptions, headersOf, type TestApp } from './app.ts';
import { readCsv } from './read-csv.ts';

export type FileRow = Readonly<Record<string, string>>;

/** The rows of an export as a CSV file in English, each by the titles of its columns. */
export async function exportedFile(app: TestApp, call: ExportCall, by: CallOptions, filters: object = {}): Promise<FileRow[]> {
  const payload = JSON.stringify({ format: 'csv', ...filters });
  const headers = headersOf(call, payload, by);
  const from = by.ip === undefined ? {} : { remoteAddress: by.ip };
  const answer = await app.fastify.inject({ method: 'POST', url: call.path, payload, headers, ...from });
  if (!answer.headers['content-type']?.toString().startsWith('text/csv')) throw new Error(answer.body);
  const [titles = [], ...rows] = readCsv(answer.body.replace(/^\ufeff/, ''));
  return rows.map((row) => Object.fromEntries(titles.map((title, place) => [title, row[place] ?? ''])));
}
