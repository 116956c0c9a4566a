import type { TestUsdt } from '@purser/contract/features/test-usdt';
import { WALLET_TEST_USDT } from '@purser/contract/payer-pages';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { Card } from '../../shared/shell.tsx';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import styles from './usdt-recharge.module.css';

/** What a demo gives away, so that a deposit is seen to arrive. */
export function TestDeposit({
  offer: { amount, network },
  wished,
  next,
}: {
  readonly offer: TestUsdt;
  readonly wished: string | null;
  readonly next: string;
}) {
  const { t } = usePage();
  return (
    <Card>
      <h2 className={styles.flat}>{t('usdt_in_test')}</h2>
      <p className={styles.hint}>{t('usdt_in_test_lead', { amount: String(amount), network })}</p>
      <form method="post" action={WALLET_TEST_USDT}>
        <ShownPayer />
        <input type="hidden" name="network" value={network} />
        {wished !== null && <input type="hidden" name="coin" value={wished} />}
        <input type="hidden" name="next" value={next} />
        <button className={button.plain}>{t('usdt_in_test_send', { amount: String(amount) })}</button>
      </form>
    </Card>
  );
}
