import { groupDigits } from '@purser/ui/money-text';
import { Fact, Facts } from '@purser/ui/facts';
import { Money } from '@purser/ui/money';
import styles from './fiat-withdrawal.module.css';
import { useT } from './texts.ts';
import type { WithdrawalForm } from './use-withdrawal-form.ts';

/** What the typed amount costs and what arrives, kept current while one types. */
export function Cost({ form }: { readonly form: WithdrawalForm }) {
  const t = useT();
  const { terms, termsFailed, cost } = form.look;
  const quoted = cost?.data;
  const coin = terms?.coin_name;
  return (
    <div aria-live="polite" aria-busy={cost?.isFetching ?? false}>
      <Facts>
        <Fact label={t('field.available')}>
          <Money amount={terms?.available_asset} {...(coin !== undefined && { coin })} />
        </Fact>
        <Fact label={terms ? t('fiat.feeOf', { rate: terms.currency_withdrawal_fee }) : t('fiat.fee')}>
          <Money amount={quoted?.fee} {...(quoted?.fee != null && coin !== undefined && { coin })} />
        </Fact>
        {terms && terms.rate !== '1' && (
          <Fact label={t('fiat.rate')}>
            {t('fiat.rateOf', { coin: terms.coin_name, rate: groupDigits(terms.rate), currency: terms.abbreviation })}
          </Fact>
        )}
        <Fact label={t('fiat.received')} strong>
          <Money amount={quoted?.count} {...(quoted?.count != null && { coin: quoted.abbreviation })} />
        </Fact>
      </Facts>
      {(cost?.isError || termsFailed) && <p className={styles.problem}>{t('fiat.costFailed')}</p>}
    </div>
  );
}
