import type { OutputOf } from '@purser/contract/call';
import {
  bankFileAdd,
  bankFileDownload,
  bankFileExport,
  bankFileOrderExport,
  bankFileOrderReturn,
  bankFilePay,
  bankFileWaiting,
  bankPayoutAccountSet,
  fiatWithdrawalCallOff,
} from '@purser/contract/features/bank-file';
import { confirmedWrite } from '../../platform/commands/write.ts';
import { type Route, type StaffContext, staffRoute } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { callOff } from './call-off.ts';
import { downloadBankFile } from './download.ts';
import { bankFileOrders, bankFileOrdersFile, bankFiles, bankFilesFile } from './lists.ts';
import { makeBankFile } from './make.ts';
import { setPayoutAccount } from './payout-account.ts';
import { payBankFile, returnOrder } from './settle.ts';
import { shownFile, waitingForFiles } from './waiting.ts';

type BankFile = OutputOf<typeof bankFileAdd>;

export function bankFileRoutes(platform: Platform): Route[] {
  const { coins } = platform.operator.db;
  const files = bankFiles(coins);
  const orders = bankFileOrders(coins);
  return [
    listRoute(platform, files),
    exportRoute(platform, bankFileExport, files, bankFilesFile),
    listRoute(platform, orders),
    exportRoute(platform, bankFileOrderExport, orders, bankFileOrdersFile),
    staffRoute(bankFileWaiting, () => waitingForFiles(platform)),
    staffRoute(bankPayoutAccountSet, (input, context) => setPayoutAccount(platform, input, context)),
    staffRoute(bankFileAdd, (input, context) =>
      confirmedWrite<BankFile>(platform, input, context, {
        whose: 'provider',
        act: async (tx) => {
          const making = { secrets: platform.secrets, staffId: context.staffId, now: platform.clock.now() };
          return shownFile(tx, await makeBankFile(tx, making, input));
        },
        audit: ({ file_no, market, order_count, total, xml_hash }) => ({
          action: 'bank_file.add',
          details: { file_no, market, order_count, total, xml_hash },
        }),
      }),
    ),
    staffRoute(bankFileDownload, (input, context) => downloadBankFile(platform, input, context)),
    staffRoute(bankFilePay, (input, context: StaffContext) =>
      confirmedWrite<BankFile>(platform, input, context, {
        whose: 'provider',
        act: async (tx) => {
          await payBankFile(tx, platform, context.staffId, input);
          return shownFile(tx, input.file_no);
        },
        audit: ({ file_no, market, pays }) => ({ action: 'bank_file.pay', details: { file_no, market, ...pays } }),
      }),
    ),
    staffRoute(bankFileOrderReturn, (input, context) =>
      confirmedWrite<null>(platform, input, context, {
        whose: 'provider',
        act: async (tx) => {
          await returnOrder(tx, platform, context.staffId, input);
          return null;
        },
        audit: () => {
          const { file_no, order_no, outcome, reason } = input;
          return { action: `bank_file.order_${outcome}`, details: { file_no, order_no, reason } };
        },
      }),
    ),
    staffRoute(fiatWithdrawalCallOff, (input, context) =>
      confirmedWrite<null>(platform, input, context, {
        whose: input.owner_id,
        // Files are nobody's own.
        acrossOwners: true,
        act: async (tx) => {
          await callOff(tx, platform, context.staffId, input);
          return null;
        },
        audit: () => ({ action: 'bank_file.call_off', details: { order_no: input.order_no, reason: input.reason } }),
      }),
    ),
  ];
}
