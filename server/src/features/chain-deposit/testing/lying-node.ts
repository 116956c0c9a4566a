import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Question {
  readonly id: number;
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** What a lie answers instead of what the node would have, at once or later, or an error with which it refuses; undefined where it tells the truth. */
export type Lie = (question: Question) => unknown;

/** A node that passes everything on to another one, but for what its lie answers. */
export async function startLyingNode(url: string, lie: { says: Lie }): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const question = JSON.parse(body) as Question;
    const lied = await lie.says(question);
    response.setHeader('content-type', 'application/json');
    if (lied instanceof Error)
      return response.end(JSON.stringify({ jsonrpc: '2.0', id: question.id, error: { code: -32_005, message: lied.message } }));
    if (lied !== undefined) return response.end(JSON.stringify({ jsonrpc: '2.0', id: question.id, result: lied }));
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
