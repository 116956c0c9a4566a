import type { Tx } from '../platform/database/tx.ts';

/** Whether a payer has enrolled their face, and staff let it confirm payments of this amount. Within their own scope. */
export async function mayConfirmByFace(
  tx: Tx,
  userId: number,
  { coin, amount }: { readonly coin: string; readonly amount: bigint },
): Promise<boolean> {
  const { rows } = await tx.query<{ may: boolean }>(
    `select (select is_offered from face_setting where only_row)
       and exists (select coin from face_limit where coin = $2 and most >= $3)
       and (select count(*) > 0 from face_enrolment where owner_id = $1 and selfie is not null and (locked_until is null or locked_until <= now()))
       and (select count(*) > 0 from wallet_user where user_id = $1 and authentication_status = 'approved') as may`,
    [userId, coin, amount],
  );
  return rows[0]?.may === true;
}

/** Whether the wallet shows the way to it: it is offered, or the wallet user has agreed to it and may withdraw. */
export async function showsFace(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await tx.query<{ shows: boolean }>(
    `select (select is_offered from face_setting where only_row)
       or (select count(*) > 0 from face_enrolment where owner_id = $1 and consented_at is not null) as shows`,
    [userId],
  );
  return rows[0]?.shows === true;
}
