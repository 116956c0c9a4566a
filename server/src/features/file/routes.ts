import {
  fileDownload,
  filePreview,
  fileUpload,
  operatorFileDownload,
  operatorFilePreview,
  operatorFileUpload,
  walletFileDownload,
  walletFilePreview,
  walletFileUpload,
} from '@purser/contract/features/file';
import { purposeOf } from '@purser/contract/file-purpose';
import { isPermitted } from '@purser/contract/staff';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { asOwner } from '../../platform/commands/staff-acts.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { merchantRoute, payerRoute, type RequestContext, type Route, type StaffContext, staffRoute } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FileRow } from './queries.ts';
import { type Sending, showFile } from './serve.ts';
import type { Files } from './service.ts';

interface WhichFile {
  readonly file_id: string;
}

export function fileRoutes(platform: Platform, files: Files): Route[] {
  const showOwn = (how: Sending, { file_id }: WhichFile, ownerId: number, { reply }: RequestContext) =>
    showFile(platform, files, { asker: ownerId, find: () => files.find(file_id, (file) => isOwn(file, ownerId)) }, reply, how);
  return [
    merchantRoute(fileUpload, (input, context) =>
      files.upload(input, context, { sender: 'merchant', ownerId: context.merchantId, sentBy: `merchant ${context.merchantId}` }),
    ),
    merchantRoute(fileDownload, (input, context) => showOwn('download', input, context.merchantId, context)),
    merchantRoute(filePreview, (input, context) => showOwn('preview', input, context.merchantId, context)),
    payerRoute(walletFileUpload, (input, context) =>
      files.upload(input, context, { sender: 'payer', ownerId: context.userId, sentBy: `user ${context.userId}` }),
    ),
    payerRoute(walletFileDownload, (input, context) => showOwn('download', input, context.userId, context)),
    payerRoute(walletFilePreview, (input, context) => showOwn('preview', input, context.userId, context)),
    staffRoute(operatorFileUpload, async (input, context) => {
      const permission = purposeOf(input.purpose).permissions.send;
      if (permission === undefined || !isPermitted(context.role, permission)) throw refuse('staff_not_allowed');
      const who = { sender: 'staff', ownerId: PROVIDER_OWNER_ID, sentBy: `staff ${context.staffId}` } as const;
      return files.upload(input, { ...context, permission }, who);
    }),
    staffRoute(operatorFileDownload, (input, context) => showToStaff(platform, files, input, context, 'download')),
    staffRoute(operatorFilePreview, (input, context) => showToStaff(platform, files, input, context, 'preview')),
  ];
}

/** What a merchant or payer sees again: their own, as far as its purpose lets whoever sent it. */
function isOwn({ owner_id, purpose }: FileRow, ownerId: number): boolean {
  return Number(owner_id) === ownerId && purposeOf(purpose).seenBy.includes('sender');
}

/** Shows a member of staff any file that their role may see. What is a party's stands in the party's audit log before it is shown. */
function showToStaff(platform: Platform, files: Files, { file_id }: WhichFile, context: StaffContext, how: Exclude<Sending, 'public'>) {
  const find = async (): Promise<FileRow> => {
    const file = await files.find(file_id, () => true, platform.operator);
    if (!isPermitted(context.role, purposeOf(file.purpose).permissions.see)) throw refuse('staff_not_allowed');
    return file;
  };
  const note = async ({ owner_id, purpose }: FileRow): Promise<void> => {
    if (Number(owner_id) === PROVIDER_OWNER_ID) return;
    const permission = purposeOf(purpose).permissions.see;
    const act = { action: `file.${how}`, details: { file_id, purpose } } as const;
    await asOwner(platform, { ...context, permission }, Number(owner_id), act, async () => null);
  };
  return showFile(platform, files, { asker: `staff ${context.staffId}`, find, note }, context.reply, how);
}
