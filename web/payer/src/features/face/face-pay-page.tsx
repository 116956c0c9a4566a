import type { OutputOf } from '@purser/contract/call';
import type { faceSession } from '@purser/contract/features/face';
import { ENDS_PAYER_SESSION } from '@purser/contract/payer-page';
import type { facePayPage, PageOf } from '@purser/contract/payer-pages';
import { scannedPath } from '@purser/contract/scanned';
import { useState } from 'react';
import { NO_ANSWER } from '../../shared/actions.ts';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { moneyText } from '../../shared/money.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import { insist, TOLD_BY_ORDER } from '../../shared/paying.ts';
import { ask } from './call.ts';
import styles from './face.module.css';
import { useFace } from './use-face.ts';
import { Viewfinder } from './viewfinder.tsx';

/** Confirms the payment of one order by face, pays it, and goes back to the order. */
function FacePay({ page: { order, payer: first, use_reward, from_qr } }: { page: PageOf<typeof facePayPage> }) {
  const page = usePage();
  const { t, language, actions } = page;
  const { token } = order;
  const [payer, setPayer] = useState(first);
  const amount = moneyText(order.amount, order.coin_name, page);
  const orderPath = (...said: string[]) => scannedPath(`/pay/${token}`, from_qr, ...said);
  const leaves = ({ outcome }: { outcome: string }): boolean => {
    const isSignedOut = ENDS_PAYER_SESSION.has(outcome);
    const told = isSignedOut || TOLD_BY_ORDER.has(outcome);
    if (told) location.assign(orderPath(...(isSignedOut ? ['step=login'] : [])));
    return told;
  };
  /** Another payer was signed in to meanwhile: the page names them, where they may confirm by face, too. */
  const nameAnother = async (): Promise<void> => {
    const seen = await actions?.view(token);
    if (seen?.ok && seen.data.payer?.may_confirm_by_face) setPayer(seen.data.payer);
    else location.assign(orderPath());
  };
  const begin = async () => {
    const begun = await ask<OutputOf<typeof faceSession>>('faceSession', { token, user_id: payer.user_id }, language, t('connection_lost'));
    if (!begun.ok && begun.outcome === 'another_signed_in') await nameAnother();
    return begun;
  };
  const { attach, ...face } = useFace(
    begin,
    async ({ payment_grant }) => {
      if (!actions || payment_grant === null) return t('connection_lost');
      // What a face has granted is good for one request: asked again, it is the same one.
      const key = crypto.randomUUID();
      const paid = await insist(() => actions.pay({ token, payment_grant, use_reward }, key));
      if (paid.ok) location.assign(orderPath('done=1'));
      else if (!leaves(paid)) return paid.outcome === NO_ANSWER ? t('payment_unclear') : paid.detail;
      return null;
    },
    leaves,
  );
  return (
    <Shell>
      <Card>
        <div className={styles.lead}>
          <h1>{t('face_pay_title', { amount })}</h1>
          <p>{t('pay_title', { merchant: order.merchant_name })}</p>
        </div>
        <p className={styles.text}>{t('paying_as', { nick: payer.nick })}</p>
        <p className={styles.text}>{t('face_pay_lead')}</p>
        <Viewfinder
          attach={attach}
          face={face}
          startText={t('face_start')}
          passedText={t('paying')}
          otherwise={
            <a className={button.plain} href={orderPath(...(use_reward ? ['use_reward=yes'] : []))}>
              {t('face_use_password')}
            </a>
          }
        />
      </Card>
    </Shell>
  );
}

export const facePay: PageView<typeof facePayPage> = {
  Component: FacePay,
  title: ({ order }, t, reader) => t('face_pay_title', { amount: moneyText(order.amount, order.coin_name, reader) }),
};
