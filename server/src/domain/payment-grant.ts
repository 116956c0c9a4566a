import type { Database } from '../platform/database/database.ts';
import type { Secrets } from '../platform/security/secrets.ts';

const PURPOSE = 'payment-grant';
export const GRANT_LIFETIME_S = 5 * 60;

/** Allows one payer to pay one order for a short time. */
export interface PaymentGrant {
  readonly user: number;
  readonly order: string;
  /** The confirmation by face that it comes from: it is then good for one request. */
  readonly face?: string;
}

export function paymentGrant(secrets: Secrets, grant: PaymentGrant, expiresAt: Date): string {
  return secrets.sign(PURPOSE, grant, expiresAt);
}

/** The grant inside a signed text; undefined when it is forged or over. */
export function readPaymentGrant(secrets: Secrets, signed: string, now: Date): (PaymentGrant & { readonly exp: number }) | undefined {
  return secrets.verify<PaymentGrant>(PURPOSE, signed, now);
}

/**
 * Uses up what a confirmation by face has granted; false when another request has. The same request, known by its key, may ask again when its answer
 * was lost.
 */
export async function takeFaceGrant(db: Database, userId: number, sessionId: string, request: string): Promise<boolean> {
  return db.scoped(userId, async (tx) => {
    const { rowCount } = await tx.query(
      `update face_session set used_by = $3
       where owner_id = $1 and session_id = $2 and status = 'passed' and purpose = 'pay' and expires_at > now() and (used_by is null or used_by = $3)`,
      [userId, sessionId, request],
    );
    return rowCount === 1;
  });
}
