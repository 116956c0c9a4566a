import type { OutputOf } from '@purser/contract/call';
import {
  identityDetail,
  identitySubmit,
  staffIdentityDecide,
  staffIdentityDetail,
  staffIdentityExport,
} from '@purser/contract/features/identity';
import { confirmedWrite } from '../../platform/commands/write.ts';
import { merchantRoute, type Route, staffRoute } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { identitiesFile, staffIdentities } from './list.ts';
import { identityOf, submitIdentity } from './service.ts';
import { decideSubmission, identityForStaff } from './staff.ts';

export function identityRoutes(platform: Platform): Route[] {
  return [
    merchantRoute(identityDetail, (_input, { merchantId }) =>
      platform.db.scoped(merchantId, (tx) => identityOf(tx, platform, { party: 'merchant', ownerId: merchantId })),
    ),
    merchantRoute(identitySubmit, (input, context) =>
      confirmedWrite<OutputOf<typeof identitySubmit>>(platform, input, context, {
        // What is kept to answer a repeated request is kept in the clear: the number alone.
        act: async (tx) => ({
          submission_id: await submitIdentity(tx, platform, { party: 'merchant', ownerId: context.merchantId }, input),
        }),
        audit: ({ submission_id }) => ({ action: 'identity.submit', details: { submission_id, kind: input.kind } }),
        tells: ['identity'],
      }),
    ),
    listRoute(platform, staffIdentities),
    exportRoute(platform, staffIdentityExport, staffIdentities, identitiesFile),
    staffRoute(staffIdentityDetail, (input, context) => identityForStaff(platform, input, context)),
    staffRoute(staffIdentityDecide, (input, context) => decideSubmission(platform, input, context)),
  ];
}
