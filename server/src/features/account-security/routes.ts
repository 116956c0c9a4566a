import {
  accountSecurity,
  merchantSessionEnd,
  merchantSessionEndOthers,
  merchantSessionList,
  newGoogleSecret,
  noticeMailCode,
  noticeMailUpdate,
  recoveryCodesMake,
  resetSelfPassword,
  timeZoneUpdate,
  updateGoogleSecret,
} from '@purser/contract/features/account-security';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeNoticeMail, sendNoticeCode } from './notice-mail.ts';
import { changeOwnPassword, makeOwnRecoveryCodes, newAuthenticator, replaceAuthenticator, securityOf } from './service.ts';
import { changeTimeZone } from './time-zone.ts';
import { endOtherOwnSessions, endOwnSession, ownSessions } from './sessions.ts';

export function accountSecurityRoutes(platform: Platform): Route[] {
  return [
    merchantRoute(accountSecurity, (_input, context) => securityOf(platform, context)),
    merchantRoute(resetSelfPassword, (input, context) => changeOwnPassword(platform, input, context)),
    merchantRoute(newGoogleSecret, (_input, context) => newAuthenticator(platform, context)),
    merchantRoute(updateGoogleSecret, (input, context) => replaceAuthenticator(platform, input, context)),
    merchantRoute(recoveryCodesMake, (input, context) => makeOwnRecoveryCodes(platform, input, context)),
    merchantRoute(noticeMailCode, (input, context) => sendNoticeCode(platform, input, context)),
    merchantRoute(noticeMailUpdate, (input, context) => changeNoticeMail(platform, input, context)),
    merchantRoute(timeZoneUpdate, (input, context) => changeTimeZone(platform, input, context)),
    merchantRoute(merchantSessionList, (_input, context) => ownSessions(platform, context)),
    merchantRoute(merchantSessionEnd, (input, context) => endOwnSession(platform, input, context)),
    merchantRoute(merchantSessionEndOthers, (_input, context) => endOtherOwnSessions(platform, context)),
  ];
}
