import type { Platform } from '../../platform/platform.ts';
import type { Session } from '../../platform/security/sessions.ts';

const PURPOSE = 'own-data';
const LIFETIME_MS = 10 * 60_000;

/** Allows one session to save its user's file for a short time: in another browser it is worth nothing. */
export function fileGrant({ secrets, clock }: Platform, session: Session): string {
  return secrets.sign(PURPOSE, valueOf(session), new Date(clock.now().getTime() + LIFETIME_MS));
}

export function isGranted({ secrets, clock }: Platform, session: Session, grant: string): boolean {
  const found = secrets.verify<ReturnType<typeof valueOf>>(PURPOSE, grant, clock.now());
  const wanted = valueOf(session);
  return found?.user === wanted.user && found.session === wanted.session;
}

function valueOf({ ownerId, tokenHash }: Session) {
  return { user: ownerId, session: tokenHash.toString('base64url') };
}
