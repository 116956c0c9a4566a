import {
  partyDecideIdentity,
  partyMerchantExport,
  partyResetAuthenticator,
  partyRestore,
  partySuspend,
  partyUnlock,
  partyUserExport,
  partyWhiteListClear,
} from '@purser/contract/features/party';
import * as detail from '@purser/contract/features/party-detail';
import { type Route, staffRoute } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { decideMerchantIdentity, restoreParty, suspendParty } from './access.ts';
import { endPartySession, revokeAccessKey, setKind, setRechargeConfiguration } from './changes.ts';
import { clearWhiteList } from './clear-white-list.ts';
import { merchantDetail, userDetail } from './detail.ts';
import { merchants, merchantsFile, walletUsers, walletUsersFile } from './lists.ts';
import { enterAuthenticatorReset } from './reset-authenticator.ts';
import { unlockParty } from './unlock.ts';

export function partyRoutes(platform: Platform): Route[] {
  return [
    listRoute(platform, merchants),
    exportRoute(platform, partyMerchantExport, merchants, merchantsFile),
    listRoute(platform, walletUsers),
    exportRoute(platform, partyUserExport, walletUsers, walletUsersFile),
    staffRoute(partySuspend, (input, context) => suspendParty(platform, input, context)),
    staffRoute(partyRestore, (input, context) => restoreParty(platform, input, context)),
    staffRoute(partyUnlock, (input, context) => unlockParty(platform, input, context)),
    staffRoute(partyWhiteListClear, (input, context) => clearWhiteList(platform, input, context)),
    staffRoute(partyDecideIdentity, (input, context) => decideMerchantIdentity(platform, input, context)),
    staffRoute(partyResetAuthenticator, (input, context) => enterAuthenticatorReset(platform, input, context)),
    staffRoute(detail.partyMerchantDetail, (input) => merchantDetail(platform, input)),
    staffRoute(detail.partyUserDetail, (input) => userDetail(platform, input)),
    staffRoute(detail.partyKindSet, (input, context) => setKind(platform, input, context)),
    staffRoute(detail.partyRechargeConfigurationSet, (input, context) => setRechargeConfiguration(platform, input, context)),
    staffRoute(detail.partySessionEnd, (input, context) => endPartySession(platform, input, context)),
    staffRoute(detail.partyAccessKeyRevoke, (input, context) => revokeAccessKey(platform, input, context)),
  ];
}
