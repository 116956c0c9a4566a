import { MODEL } from '../../server/src/features/face/engine/messages.ts';
import { sql } from './database.ts';
import type { Screen } from './screen.ts';
import { newOrder } from './shop.ts';

/** Confirming by face as it is offered, agreed to and set up. What describes the face is nothing that opens: nobody is looked at here. */
export async function faceScreens(username: string): Promise<Screen[]> {
  const { path } = await newOrder('CNYT', '6.00');
  const [user] = await sql<{ user_id: bigint }>('select user_id from wallet_user where username = $1', [username]);
  const prepare = async (standing: 'none' | 'documented' | 'enrolled') => {
    await sql('update face_setting set is_offered = true');
    await sql(`insert into face_limit (coin, most) values ('CNYT', 10000) on conflict do nothing`);
    await sql(`update wallet_user set authentication_status = 'approved' where user_id = $1`, [user?.user_id]);
    await sql(`insert into face_enrolment (owner_id) values ($1) on conflict (owner_id) do nothing`, [user?.user_id]);
    await sql(
      `update face_enrolment set failures = 0, locked_until = null, model = $2,
         consented_at = case when $3 <> 'none' then now() end, document = case when $3 <> 'none' then 'nothing'::bytea end,
         selfie = case when $3 = 'enrolled' then 'nothing'::bytea end, enrolled_at = case when $3 = 'enrolled' then now() end
       where owner_id = $1`,
      [user?.user_id, MODEL, standing],
    );
  };
  const inState = (name: string, standing: Parameters<typeof prepare>[0], shown = '/wallet/face'): Screen => ({
    name,
    path: shown,
    act: async (page) => {
      await prepare(standing);
      await page.goto(shown);
    },
  });
  return [
    inState('face-agree', 'none'),
    inState('face-set-up', 'documented'),
    inState('face-pay', 'enrolled', `${path}/face`),
    inState('face', 'enrolled'),
    inState('pay-confirm-or-face', 'enrolled', path),
  ];
}
