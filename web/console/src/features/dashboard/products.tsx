import { formatNumber } from '@purser/console-kit/format';
import { Money } from '@purser/ui/money';
import type { RangeStats } from './api.ts';
import cards from './dashboard.module.css';
import styles from './range.module.css';
import { useT } from './texts.ts';

/** For what most was paid, by the descriptions of orders. */
export function Products({ stats }: { readonly stats: Pick<RangeStats, 'coin_name' | 'products' | 'products_complete'> }) {
  const t = useT();
  const { coin_name: coin, products, products_complete: complete } = stats;
  const best = Number(products[0]?.amount_paid ?? 0);
  return (
    <section className={cards.card} aria-labelledby="best-products">
      <h2 id="best-products">{t('dashboard.products')}</h2>
      <p className={cards.summary}>{products.length === 0 ? t('dashboard.nothingInRange') : t('dashboard.productsHint')}</p>
      <ol className={styles.products}>
        {products.map(({ description, orders_paid, amount_paid }) => (
          <li key={description}>
            <span className={description === '' ? styles.unnamed : styles.name}>
              {description === '' ? t('dashboard.noDescription') : description}
            </span>
            <Money amount={amount_paid} coin={coin} />
            <span className={styles.orders}>{t('dashboard.productOrders', { count: formatNumber(orders_paid) })}</span>
            <span
              className={styles.share}
              style={{ inlineSize: `${best > 0 ? (100 * Number(amount_paid)) / best : 0}%` }}
              aria-hidden="true"
            />
          </li>
        ))}
      </ol>
      {!complete && <p className={styles.note}>{t('dashboard.productsCut')}</p>}
    </section>
  );
}
