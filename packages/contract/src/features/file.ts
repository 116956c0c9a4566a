import { z } from 'zod';
import { type Caller, call } from '../call.ts';
import { fileId, instant, sentFile } from '../fields.ts';
import { MEDIA_TYPES, PURPOSE_NAMES, purposesOf, type Sender, UPLOAD_BODY_LIMIT } from '../file-purpose.ts';

/**
 * Files: sent, downloaded and looked at, by merchants, by payers and by staff. What a file is used for is said afterwards, by the call that
 * takes its id; until then it belongs to its sender alone and is removed after a day.
 */

const keptFile = z.strictObject({
  file_id: fileId,
  purpose: z.enum(PURPOSE_NAMES),
  /** The name that it was sent with, made safe; its ending says what the file is. */
  name: z.string(),
  media_type: z.enum(MEDIA_TYPES),
  /** As it is kept, in bytes: pictures are written anew. */
  size: z.number().int(),
  create_time: instant,
  /** When it is removed unless something uses it. */
  expire_time: instant,
});

/** The refusals that are about what the file is: too many of these in a row are refused themselves. */
export const REFUSALS_OF_CONTENT = [
  'file_type_refused',
  'file_too_large',
  'file_unreadable',
  'picture_animated',
  'picture_too_small',
  'picture_too_large',
] as const;

function upload(caller: Caller, sender: Sender, path: string) {
  return call({
    path,
    caller,
    permission: caller === 'staff' ? 'file.change' : undefined,
    write: true,
    body: 'multipart',
    bodyLimit: UPLOAD_BODY_LIMIT,
    summary:
      'Sends one file for a purpose. Pictures are written anew: turned upright, without what a camera notes about place and time, and no larger than the purpose needs',
    input: z.strictObject({ purpose: z.enum(purposesOf(sender)), file: sentFile }),
    output: keptFile,
    errors: ['busy', 'too_many_requests', ...REFUSALS_OF_CONTENT, 'too_many_unused_files', 'file_space_used_up', 'file_storage_away'],
    fields: {
      ...(Object.fromEntries(REFUSALS_OF_CONTENT.map((name) => [name, 'file'])) as Record<(typeof REFUSALS_OF_CONTENT)[number], 'file'>),
      too_many_unused_files: 'file',
      file_space_used_up: 'file',
    },
  });
}

const whichFile = z.strictObject({ file_id: fileId });

function download(caller: Caller, path: string) {
  return call({
    path,
    caller,
    permission: caller === 'staff' ? 'file.read' : undefined,
    answer: 'file',
    summary: 'A file, to be saved',
    input: whichFile,
    output: z.unknown(),
    errors: ['busy', 'not_found', 'file_damaged', 'file_storage_away'],
  });
}

function preview(caller: Caller, path: string) {
  return call({
    path,
    caller,
    permission: caller === 'staff' ? 'file.read' : undefined,
    answer: 'file',
    summary: 'A picture, to be looked at',
    input: whichFile,
    output: z.unknown(),
    errors: ['busy', 'not_found', 'file_has_no_preview', 'file_damaged', 'file_storage_away'],
  });
}

export const fileUpload = upload('merchant', 'merchant', '/v1/system/file/upload');
export const fileDownload = download('merchant', '/v1/system/file/download');
export const filePreview = preview('merchant', '/v1/system/file/preview');

export const walletFileUpload = upload('payer', 'payer', '/v1/wallet/file/upload');
export const walletFileDownload = download('payer', '/v1/wallet/file/download');
export const walletFilePreview = preview('payer', '/v1/wallet/file/preview');

export const operatorFileUpload = upload('staff', 'staff', '/v1/operator/file/upload');
export const operatorFileDownload = download('staff', '/v1/operator/file/download');
export const operatorFilePreview = preview('staff', '/v1/operator/file/preview');
