import { AwsClient } from 'aws4fetch';
import { createHash } from 'node:crypto';
import { type FileStorage, StorageAway, type StoragePlace } from './file-storage.ts';

export interface S3Settings {
  /** The bucket's address, without a slash at the end: https://s3.eu-central-1.amazonaws.com/purser-files. */
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

const LONGEST_REQUEST_MS = 20_000;
/** Of a request that failed; each waits for longer. */
const RETRIES = 2;

/** Files in a bucket of any server that speaks S3, with the SHA-256 of each body signed (AWS Signature Version 4). */
export class S3Storage implements FileStorage {
  readonly #client: AwsClient;
  readonly #url: string;

  constructor({ url, region, keyId, secret }: S3Settings) {
    this.#url = url;
    this.#client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: RETRIES });
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    const response = await this.#send('write', key, { method: 'PUT', body: new Uint8Array(bytes) }, bytes);
    await finished('write', response);
  }

  async get(key: string, mostBytes: number): Promise<Buffer | 'too_long' | undefined> {
    const response = await this.#send('read', key, { method: 'GET' });
    if (await isAbsent('read', response)) return undefined;
    if (!response.ok) await finished('read', response);
    if (Number(response.headers.get('content-length') ?? Infinity) > mostBytes) {
      await response.body?.cancel();
      return 'too_long';
    }
    try {
      return Buffer.from(await response.arrayBuffer());
    } catch (error) {
      throw new StorageAway('read', error);
    }
  }

  async remove(key: string): Promise<void> {
    const response = await this.#send('remove', key, { method: 'DELETE' });
    if (!(await isAbsent('remove', response))) await finished('remove', response);
  }

  async place(): Promise<StoragePlace> {
    // An address may carry a name and a password, which nobody is shown.
    const { origin, pathname } = new URL(this.#url);
    return { kind: 'bucket', place: `${origin}${pathname}`, free_bytes: null, total_bytes: null };
  }

  /** An object is there whole or not at all. */
  async sweep(): Promise<void> {}

  async #send(what: string, key: string, init: RequestInit, body: Uint8Array = new Uint8Array()): Promise<Response> {
    const headers = { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') };
    try {
      return await this.#client.fetch(`${this.#url}/${key}`, {
        ...init,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(LONGEST_REQUEST_MS),
      });
    } catch (error) {
      throw new StorageAway(what, error);
    }
  }
}

/** Reads an answer to its end; one that is no success says what the server had against it. */
async function finished(what: string, response: Response): Promise<void> {
  const text = await response.text().catch(() => '');
  if (!response.ok) throw new StorageAway(what, new Error(`HTTP ${response.status}: ${text.slice(0, 500)}`));
}

/** Whether there is no such object. That there is no such bucket says nothing of the object. */
async function isAbsent(what: string, response: Response): Promise<boolean> {
  if (response.status !== 404) return false;
  const text = await response.text().catch(() => '');
  if (text.includes('NoSuchBucket')) throw new StorageAway(what, new Error(`HTTP 404: ${text.slice(0, 500)}`));
  return true;
}
