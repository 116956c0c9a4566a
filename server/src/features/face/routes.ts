import * as calls from '@purser/contract/features/face';
import { payerRoute, type Route, staffRoute } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FaceConsent } from './consent.ts';
import type { FaceSessions } from './sessions.ts';
import { changeSetting, showSetting } from './setting.ts';

/** What wallet users do with their face. */
export interface Face {
  readonly consent: FaceConsent;
  readonly sessions: FaceSessions;
}

export function faceRoutes(platform: Platform, { consent, sessions }: Face): Route[] {
  return [
    payerRoute(calls.faceView, (_input, { userId }) => consent.view(userId)),
    payerRoute(calls.faceConsent, (input, context) => consent.consent(input, context)),
    payerRoute(calls.faceWithdraw, (_input, context) => consent.withdraw(context)),
    payerRoute(calls.faceEnrolDocument, (input, context) => consent.describeDocument(input, context)),
    payerRoute(calls.faceEnrolSelfie, (input, context) => sessions.enrol(input, context)),
    payerRoute(calls.faceSession, (input, context) => sessions.confirm(input, context)),
    payerRoute(calls.faceFrame, (input, context) => sessions.frame(input, context)),
    staffRoute(calls.faceSettingQuery, () => showSetting(platform)),
    staffRoute(calls.faceSettingChange, (input, context) => changeSetting(platform, input, context)),
  ];
}
