import {
  staffGetPubKey,
  staffLogin,
  staffPasskeyRequest,
  staffSetUp,
  staffSetUpLook,
  staffSetUpPasskey,
} from '@purser/contract/features/staff-auth';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { publicRoute, type Route } from '../../platform/http/route.ts';
import { lookAtLink, passkeyForLink, setUp } from './set-up.ts';
import { passkeyRequest, signIn } from './sign-in.ts';

export function staffAuthRoutes(platform: Platform): Route[] {
  const { operator } = platform;
  /** Where there is no way to the database for staff, nobody signs in. */
  const whenThere = <Args extends unknown[], Result>(handler: (...args: Args) => Promise<Result>) => {
    return async (...args: Args): Promise<Result> => {
      if (operator.warning !== undefined) throw refuse('not_ready');
      return handler(...args);
    };
  };
  return [
    publicRoute(
      staffGetPubKey,
      whenThere(() => operator.passwordMessages.publicKey()),
    ),
    publicRoute(
      staffPasskeyRequest,
      whenThere(() => passkeyRequest(platform)),
    ),
    publicRoute(
      staffLogin,
      whenThere((input, context) => signIn(platform, input, context)),
    ),
    publicRoute(
      staffSetUpLook,
      whenThere((input) => lookAtLink(platform, input)),
    ),
    publicRoute(
      staffSetUpPasskey,
      whenThere((input) => passkeyForLink(platform, input)),
    ),
    publicRoute(
      staffSetUp,
      whenThere((input, context) => setUp(platform, input, context)),
    ),
  ];
}
