import type { Platform } from '../../../platform/platform.ts';
import type { Route } from '../../../platform/http/route.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../../platform/testing/app.ts';
import { checkoutRoutes } from '../../checkout/routes.ts';
import { Checkout } from '../../checkout/service.ts';
import { FaceConsent } from '../consent.ts';
import type { FaceLooker } from '../engine.ts';
import type { Look } from '../engine/messages.ts';
import { faceRoutes } from '../routes.ts';
import { FaceSessions } from '../sessions.ts';
import { look } from './looks.ts';

interface Wishes extends Pick<TestAppOptions, 'settings'> {
  /** Routes beside those of faces and of the checkout. */
  readonly beside?: (platform: Platform) => Route[];
  /** What happens while a picture is looked at. */
  readonly meanwhile?: (kind: 'frame' | 'document') => Promise<void>;
}

/** A server whose engine sees what frames hold, and one face on each document. */
export function createFaceApp({ beside = () => [], meanwhile = async () => {}, settings = {} }: Wishes): Promise<TestApp> {
  const engine: FaceLooker = {
    async look({ bytes, kind }) {
      await meanwhile(kind);
      return kind === 'document' ? look('head', {}) : (JSON.parse(Buffer.from(bytes.subarray(3)).toString('utf8')) as Look);
    },
  };
  return createTestApp({
    settings,
    routes: (platform) => {
      const checkout = new Checkout(platform);
      const sessions = new FaceSessions(platform, engine, (token) => checkout.order(token));
      const face = faceRoutes(platform, { consent: new FaceConsent(platform, engine), sessions });
      return [...face, ...checkoutRoutes(platform, checkout), ...beside(platform)];
    },
  });
}

/** A frame that holds what is seen on it. */
export function frameOf(seen: Look): string {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(JSON.stringify(seen))]).toString('base64');
}
