import type { PageOf, receiptPage } from '@purser/contract/payer-pages';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './checkout.module.css';
import { Receipt } from './receipt.tsx';

/** The receipt of a payment, found again in the wallet's records. */
function ReceiptPage({ page: { order, mail, mailed, problem } }: { page: PageOf<typeof receiptPage> }) {
  const { t } = usePage();
  return (
    <Shell>
      <Card>
        <h1 className={styles.title}>{t('receipt')}</h1>
        {problem && <Notice kind="problem">{problem.detail}</Notice>}
        {mailed && mail !== null && <Notice kind="success">{t('receipt_mailed', { mail })}</Notice>}
        <Receipt order={order} mail={mail} />
        {mail === null && !problem && <p className={styles.text}>{t('receipt_no_mail')}</p>}
        <div className={styles.links}>
          <a className={button.plain} href="/wallet">
            {t('open_wallet')}
          </a>
        </div>
      </Card>
    </Shell>
  );
}

export const receipt: PageView<typeof receiptPage> = {
  Component: ReceiptPage,
  title: ({ order }, t) => `${t('receipt')} · ${order.merchant_name}`,
};
