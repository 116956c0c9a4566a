import { z } from 'zod';
import { call } from '../call.ts';
import { empty, fileId } from '../fields.ts';

const logo = z.strictObject({
  /** The address of the picture, on the host that answers; null where there is none. */
  logo: z.string().nullable(),
});

export const logoDetail = call({
  path: '/v1/merchant/logo/detail',
  caller: 'merchant',
  summary: "The merchant's logo, which payers see beside its name",
  input: empty,
  output: logo,
});

export const logoUpdate = call({
  path: '/v1/merchant/logo/update',
  caller: 'merchant',
  write: true,
  summary: 'Takes a file that was sent as a logo for the one that payers see; null takes it away',
  input: z.strictObject({ file_id: fileId.nullable() }),
  output: logo,
  errors: ['file_not_usable'],
  fields: { file_not_usable: 'file_id' },
});
