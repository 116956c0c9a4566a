import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '../files/s3-storage.ts';

const REGION = 'eu-central-1';
const KEY_ID = 'AKIATEST';
const SECRET = 'the secret of the bucket';

/**
 * A bucket on this machine that speaks as much of S3 as is used of it: objects are put, got and deleted by requests whose signature (AWS
 * Signature Version 4) and body hash are checked, by code of its own.
 */
export class S3Server {
  readonly objects = new Map<string, Buffer>();
  /** What the next requests are answered with instead of being done, in order. */
  readonly faults: ('503' | 'hang up' | 'half' | 'stall' | 'no bucket')[] = [];
  readonly #stalled: (() => void)[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<S3Server> {
    const made = new S3Server();
    made.#server.listen(0, '127.0.0.1');
    await once(made.#server, 'listening');
    return made;
  }

  get settings(): S3Settings {
    const { port } = this.#server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}/purser-files`, region: REGION, keyId: KEY_ID, secret: SECRET };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Requests that stall are done now. */
  goOn(): void {
    for (const resume of this.#stalled.splice(0)) resume();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const fault = this.faults.shift();
    if (fault === 'stall') await new Promise<void>((resume) => this.#stalled.push(resume));
    if (fault === 'hang up') return void request.socket.destroy();
    if (fault === '503') return void response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    if (fault === 'no bucket') return void response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>');
    if (!isSigned(request, body)) return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    const key = request.url ?? '';
    if (request.method === 'PUT') {
      this.objects.set(key, body);
      return void response.writeHead(200).end();
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      return void response.writeHead(204).end();
    }
    const object = this.objects.get(key);
    if (!object) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    response.writeHead(200, { 'content-length': object.length });
    if (fault !== 'half') return void response.end(object);
    response.write(object.subarray(0, object.length / 2), () => request.socket.destroy());
  }
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

function isSigned({ method, url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const form = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, keyId, day = '', region = '', signed = '', signature] = form.exec(headers.authorization ?? '') ?? [];
  const bodyHash = String(headers['x-amz-content-sha256']);
  if (keyId !== KEY_ID || bodyHash !== sha256(body)) return false;
  const names = signed.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return false;
  const canonical = [method, url, '', ...names.map((name) => `${name}:${String(headers[name])}`), '', signed, bodyHash].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce((from, part) => hmac(from, part), hmac(hmac(`AWS4${SECRET}`, day), region));
  return hmac(key, text).toString('hex') === signature && region === REGION;
}
