import {
  merchantAdmit,
  merchantSetUp,
  merchantSetUpLink,
  merchantSetUpLinkMake,
  merchantSetUpLinkWithdraw,
  merchantSetUpLook,
} from '@purser/contract/features/merchant-set-up';
import { publicRoute, type Route, staffRoute } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { admit, makeAnotherLink, waitingLink, withdrawLink } from './admission.ts';
import { lookAtLink, setUp } from './set-up.ts';

export function merchantSetUpRoutes(platform: Platform): Route[] {
  return [
    staffRoute(merchantAdmit, (input, context) => admit(platform, input, context)),
    staffRoute(merchantSetUpLink, (input) => waitingLink(platform, input)),
    staffRoute(merchantSetUpLinkMake, (input, context) => makeAnotherLink(platform, input, context)),
    staffRoute(merchantSetUpLinkWithdraw, (input, context) => withdrawLink(platform, input, context)),
    publicRoute(merchantSetUpLook, (input) => lookAtLink(platform, input)),
    publicRoute(merchantSetUp, (input, context) => setUp(platform, input, context)),
  ];
}
