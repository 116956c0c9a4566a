import { fastifyMultipart, type MultipartFile, type MultipartValue } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ReceivedFile } from '../files/received-file.ts';
import { refuse, Refusal, wrongField } from './refusal.ts';

/** Fields beside the files; no call and no form of ours has more. */
const MOST_FIELDS = 8;
const LONGEST_FIELD_BYTES = 1_000;

/** Lets this scope's routes, and no others, take multipart bodies with as many files. */
export async function takeMultipart(fastify: FastifyInstance, mostFiles: number): Promise<void> {
  await fastify.register(fastifyMultipart, {
    limits: {
      // How long a file may be is looked at as it comes.
      fileSize: Infinity,
      fields: MOST_FIELDS,
      files: mostFiles,
      parts: MOST_FIELDS + mostFiles,
      fieldNameSize: 100,
      fieldSize: LONGEST_FIELD_BYTES,
      headerPairs: 20,
    },
  });
}

/** Refuses before a byte of the body is read what is no form, is too long, or does not say how long it is. */
export function checkHead({ headers }: FastifyRequest, bodyLimit: number): void {
  if (!headers['content-type']?.startsWith('multipart/form-data')) throw malformed('content-type');
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (!Number.isInteger(length)) throw malformed('content-length');
  if (length > bodyLimit) throw refuse('body_too_large');
}

export interface MultipartBody {
  readonly body: Readonly<Record<string, unknown>>;
  /** To be closed when the request is answered. */
  readonly files: readonly ReceivedFile[];
}

/** Reads the fields, and the files onto the disk; `mostBytes` is what one may have. A field that comes twice is refused. */
export async function readMultipart(
  request: FastifyRequest,
  spool: { readonly folder: string; readonly mostBytes: number },
): Promise<MultipartBody> {
  if (!request.isMultipart()) throw malformed('content-type');
  // No prototype: a field's name is whatever was sent.
  const body: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const files: ReceivedFile[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.fieldname in body) throw malformed(part.fieldname);
      if (isFile(part)) {
        const file = await ReceivedFile.take(part.file, { name: part.filename, type: part.mimetype }, spool);
        if (!file) throw tooLarge(part.fieldname, spool.mostBytes);
        files.push(file);
        body[part.fieldname] = file;
      } else {
        if (part.valueTruncated || part.fieldnameTruncated) throw malformed(part.fieldname);
        body[part.fieldname] = part.value;
      }
    }
  } catch (error) {
    // Nobody reads on. A browser shows the answer only once the rest of what it sends was taken, of which no more comes than the head allowed.
    request.raw.unpipe();
    request.raw.resume();
    await Promise.all(files.map((file) => file.close()));
    throw isOfTheParser(error) ? Object.assign(malformed('body'), { cause: error }) : error;
  }
  return { body: { ...body }, files };
}

/** Names the field whose file is too large, so that a form with several says which one. */
function tooLarge(field: string, mostBytes: number): Refusal {
  return new Refusal('file_too_large', { field, megabytes: Math.floor(mostBytes / 1_048_576) }, null);
}

function isFile(part: MultipartFile | MultipartValue): part is MultipartFile {
  return part.type === 'file';
}

function malformed(field: string): Refusal {
  return wrongField(field.slice(0, 100), 'content_type', { type: 'multipart/form-data' });
}

/** A body that is no form, ends too early, or has more parts than any of ours. */
function isOfTheParser(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'Refusal' || error.name === 'StorageAway') return false;
  return true;
}
