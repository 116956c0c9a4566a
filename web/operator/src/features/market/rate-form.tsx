import { CallField } from '@purser/console-kit/call-form';
import { problemsBySchema, useTyped } from '@purser/console-kit/confirmed-form';
import { marketRateSet } from '@purser/contract/features/market';
import { formatInstant } from '@purser/ui/instant-text';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useForm } from 'react-hook-form';
import { whyTwo } from '../../shared/terms/second-person.tsx';
import { ReasonField, TermsDialog, useTermsForm } from '../../shared/terms/terms-form.tsx';
import { type CoinRow, rates } from './api.ts';
import styles from './market.module.css';
import { useT } from './texts.ts';

/** A coin's rate to USDT, with those before it. */
export function RateForm({ coin, open, onClose }: { readonly coin: CoinRow; readonly open: boolean; readonly onClose: () => void }) {
  const t = useT();
  const { coin_name } = coin;
  const now = coin.rate?.rate;
  const fields = useForm({ defaultValues: { rate: '', reason: '' } });
  const typed = useTyped(fields);
  // What a feed says goes on changing while one types.
  const isFollowed = coin.rate?.price_type === 'floating';
  const seen = isFollowed ? {} : { before: { rate: now ?? null } };
  const contents = { coin_name, rate: typed.rate.trim(), reason: typed.reason.trim(), ...seen };
  const form = useTermsForm(marketRateSet, fields, {
    problems: problemsBySchema(marketRateSet, contents, { rate: t('market.problem.rate'), reason: t('terms.problem.reason') }),
    contents,
    look: () => whyTwo({ coin_name, merchant_id: null, rate: contents.rate }),
    onClose,
  });
  const { rate, reason } = form.contents;
  return (
    <TermsDialog
      open={open}
      title={t('market.setRateOf', { coin: coin_name })}
      form={form}
      facts={[
        {
          label: t('market.rateShort'),
          value: `${now ? t('terms.fromTo', { before: now, after: rate }) : rate} ${coin_name}`,
          strong: true,
        },
        { label: t('terms.reason'), value: reason },
      ]}
      below={<History coin={coin_name} />}
    >
      <p className={styles.wide}>{t('market.rateUse')}</p>
      <CallField form={form} name="rate" label={t('terms.rate')} hint={now ? undefined : t('market.firstRate')}>
        {(control) => <Input {...control} inputMode="decimal" />}
      </CallField>
      <ReasonField form={form} />
    </TermsDialog>
  );
}

function History({ coin }: { readonly coin: string }) {
  const t = useT();
  const { data } = useQuery(rates(coin));
  if (!data || data.list.length === 0) return null;
  return (
    <section className={styles.history} aria-label={t('market.history')}>
      <h3>{t('market.history')}</h3>
      <ul>
        {data.list.map(({ rate, rate_to_usdt, price_type, set_time }) => (
          <li key={set_time}>
            <span>{formatInstant(set_time)}</span>
            <span>
              {[rate ?? '–', rate_to_usdt].filter((text) => text !== null).join(' / ')}
              {price_type === 'floating' && ` (${t('market.floats')})`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
