import {
  paymentMethodAdd,
  paymentMethodDelete,
  paymentMethodExport,
  paymentMethodSetDefault,
  paymentMethodUpdate,
  staffPaymentMethodDecide,
  staffPaymentMethodExport,
  staffPaymentMethodNumber,
} from '@purser/contract/features/payment-method';
import { shownMethod, type ShownMethod } from '../../domain/payment-method.ts';
import { confirmedWrite, keyedWrite } from '../../platform/commands/write.ts';
import { merchantRoute, type Route, staffRoute } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { paymentMethods, paymentMethodsFile, staffPaymentMethods, staffPaymentMethodsFile } from './lists.ts';
import { changeMethod, linkMethod, preferMethod, unlinkMethod } from './own.ts';
import { decideMethods, showNumber } from './staff.ts';

const TELLS = ['payment_methods'] as const;

export function paymentMethodRoutes(platform: Platform): Route[] {
  return [
    listRoute(platform, paymentMethods),
    exportRoute(platform, paymentMethodExport, paymentMethods, paymentMethodsFile),
    merchantRoute(paymentMethodAdd, (input, context) =>
      confirmedWrite<ShownMethod>(platform, input, context, {
        act: async (tx) => shownMethod(await linkMethod(tx, platform.secrets, { ownerId: context.merchantId, party: 'merchant' }, input)),
        audit: ({ payment_method_id, market, account_number }) => ({
          action: 'payment_method.add',
          details: { payment_method_id, market, account_number },
        }),
        tells: TELLS,
      }),
    ),
    merchantRoute(paymentMethodUpdate, (input, context) =>
      confirmedWrite<ShownMethod>(platform, input, context, {
        act: async (tx) => shownMethod(await changeMethod(tx, context.merchantId, input)),
        audit: ({ payment_method_id, holder_name, bank_name, bank_code, listing }) => ({
          action: 'payment_method.update',
          details: { payment_method_id, holder_name, bank_name, bank_code, listing },
        }),
        tells: TELLS,
      }),
    ),
    merchantRoute(paymentMethodDelete, (input, context) =>
      confirmedWrite<null>(platform, input, context, {
        act: async (tx) => {
          await unlinkMethod(tx, context.merchantId, input.payment_method_id);
          return null;
        },
        audit: () => ({ action: 'payment_method.delete', details: { payment_method_id: input.payment_method_id } }),
        tells: TELLS,
      }),
    ),
    merchantRoute(paymentMethodSetDefault, (input, context) =>
      keyedWrite<ShownMethod>(platform, context, {
        act: async (tx) => {
          await tx.query('select from merchant where merchant_id = $1 for update', [context.merchantId]);
          return shownMethod(await preferMethod(tx, context.merchantId, input.payment_method_id));
        },
        audit: ({ payment_method_id }) => ({ action: 'payment_method.set_default', details: { payment_method_id } }),
        tells: TELLS,
      }),
    ),
    listRoute(platform, staffPaymentMethods),
    exportRoute(platform, staffPaymentMethodExport, staffPaymentMethods, staffPaymentMethodsFile),
    staffRoute(staffPaymentMethodNumber, (input, context) => showNumber(platform, input, context)),
    staffRoute(staffPaymentMethodDecide, (input, context) => decideMethods(platform, input, context)),
  ];
}
