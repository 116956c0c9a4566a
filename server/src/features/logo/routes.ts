import type { OutputOf } from '@purser/contract/call';
import { logoDetail, logoUpdate } from '@purser/contract/features/logo';
import { publicPicturePath } from '@purser/contract/file-purpose';
import { releaseFile, useFile } from '../../domain/file-use.ts';
import { keyedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';

type Logo = OutputOf<typeof logoDetail>;

export function logoRoutes(platform: Platform): Route[] {
  return [
    merchantRoute(logoDetail, (_input, { merchantId }) =>
      platform.db.scoped(merchantId, async (tx) => logoOf(await fileOfLogo(tx, merchantId))),
    ),
    merchantRoute(logoUpdate, ({ file_id }, context) =>
      keyedWrite<Logo>(platform, context, {
        act: async (tx) => {
          await setLogo(tx, context.merchantId, file_id);
          return logoOf(file_id);
        },
        audit: () => ({ action: 'logo.update', details: { file_id } }),
      }),
    ),
  ];
}

function logoOf(fileId: string | null): Logo {
  return { logo: fileId === null ? null : publicPicturePath(fileId) };
}

/** Of two changes at once the second one sees the first: the merchant is locked. */
async function fileOfLogo(tx: Tx, merchantId: number, { locked = false } = {}): Promise<string | null> {
  const merchant = tx.selectFrom('merchant').select('logo_file_id').where('merchant_id', '=', BigInt(merchantId));
  return (await (locked ? merchant.forUpdate() : merchant).executeTakeFirstOrThrow()).logo_file_id;
}

/** The logo before this one is used by nothing any more, and goes. */
async function setLogo(tx: Tx, merchantId: number, fileId: string | null): Promise<void> {
  const before = await fileOfLogo(tx, merchantId, { locked: true });
  if (before === fileId) return;
  if (fileId !== null) await useFile(tx, { ownerId: merchantId, fileId, purpose: 'logo' });
  await tx.updateTable('merchant').set({ logo_file_id: fileId }).where('merchant_id', '=', BigInt(merchantId)).execute();
  if (before !== null) await releaseFile(tx, { ownerId: merchantId, fileId: before });
}
