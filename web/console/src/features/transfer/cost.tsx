import { Fact, Facts } from '@purser/ui/facts';
import { Money } from '@purser/ui/money';
import { useT } from './texts.ts';
import { feeOf, lessOf } from './transfer-form.ts';
import styles from './transfer.module.css';
import type { Lookups } from './use-lookups.ts';

/** What sending the typed amount costs, kept current while one types. */
export function Cost({ look }: { readonly look: Lookups }) {
  const t = useT();
  const { terms, available, exactAmount, cost } = look;
  const coin = terms?.coin_name;
  const quoted = cost?.data;
  const fee = terms && quoted && feeOf(quoted, terms.decimals);
  const after = terms && available !== undefined && exactAmount !== undefined ? lessOf(available, exactAmount, terms.decimals) : undefined;
  const lines = [
    { key: 'fee', label: t('transfer.feeOf', { rate: quoted?.transfer_fee_rate ?? terms?.transfer_fee_rate ?? '' }), amount: fee },
    { key: 'get', label: t('transfer.theyGet'), amount: quoted?.settlement_amount, strong: true },
    { key: 'after', label: t('transfer.balanceAfter'), amount: after },
  ];
  return (
    <div aria-live="polite" aria-busy={cost?.isFetching ?? false}>
      <Facts>
        {lines.map(({ key, label, amount, strong = false }) => (
          <Fact key={key} label={label} strong={strong}>
            <Money amount={amount} {...(amount != null && coin !== undefined && { coin })} />
          </Fact>
        ))}
      </Facts>
      {cost?.isError && <p className={styles.problem}>{t('transfer.quoteFailed')}</p>}
    </div>
  );
}
