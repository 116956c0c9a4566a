import { KEPT, problemsBySchema, useTyped } from '@purser/console-kit/confirmed-form';
import { marketMerchantTermsSet } from '@purser/contract/features/market';
import { LIMIT_CHAINS, recordOf } from '@purser/contract/terms';
import { useForm } from 'react-hook-form';
import { whyTwo } from '../../shared/terms/second-person.tsx';
import {
  Effect,
  ownTermsOf,
  TERM_NAMES,
  termFacts,
  TermFields,
  termText,
  termWords,
  type TermName,
  typedOf,
} from '../../shared/terms/term-fields.tsx';
import { ReasonField, TermsDialog, useTermsForm } from '../../shared/terms/terms-form.tsx';
import type { TermsOfCoin } from './merchant-terms.tsx';
import { paidFees } from './paid-fees.ts';
import styles from './parties.module.css';
import { useT } from './texts.ts';

interface MerchantTermsFormProps {
  readonly row: TermsOfCoin;
  readonly merchant: { readonly merchant_id: number; readonly name: string };
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Changing a merchant's own fees and limits of a coin. */
export function MerchantTermsForm({ row, merchant: { merchant_id, name }, open, onClose }: MerchantTermsFormProps) {
  const t = useT();
  const { coin_name, decimals, own, usual } = row;
  const fields = useForm({ values: { reason: '', ...typedOf(own) }, resetOptions: KEPT });
  const typed = useTyped(fields);
  const wanted = ownTermsOf(typed);
  const contents = { merchant_id, coin_name, ...wanted, reason: typed.reason.trim(), before: own };
  const unpaired = LIMIT_CHAINS.flatMap((chain) => {
    const missing = chain.filter((limit) => wanted[limit] === null);
    return missing.length === chain.length ? [] : missing;
  });
  const form = useTermsForm(marketMerchantTermsSet, fields, {
    problems: {
      ...problemsBySchema(marketMerchantTermsSet, contents, termWords(t)),
      ...Object.fromEntries(unpaired.map((limit) => [limit, t('terms.problem.pair')])),
    },
    contents,
    look: () => whyTwo({ coin_name, merchant_id, fees: wanted }),
    onClose,
  });
  const after = form.contents;
  const usualTexts = typedOf(usual);
  const shown = (terms: Readonly<Record<TermName, string | boolean | null>>) => {
    const texts = typedOf(terms);
    const asUsual = (term: TermName) => t('terms.asUsual', { usual: termText(term, usualTexts[term], t) });
    return recordOf(TERM_NAMES, (term) => (texts[term] === '' ? asUsual(term) : termText(term, texts[term], t)));
  };
  const fees = { before: paidFees(own, usual).payment_fee_rate, after: paidFees(after, usual).payment_fee_rate };
  return (
    <TermsDialog
      open={open}
      title={t('terms.changeOf', { name, coin: coin_name })}
      form={form}
      facts={[
        { label: t('terms.merchantName'), value: `${name} · ${merchant_id}` },
        { label: t('terms.coin'), value: coin_name },
        ...termFacts({ before: shown(own), after: shown(after), fees, decimals, coin: coin_name }, t),
        { label: t('terms.reason'), value: after.reason },
      ]}
    >
      <p className={styles.wide}>{t('terms.ownHint')}</p>
      <TermFields form={form} usual={usualTexts} />
      <Effect terms={paidFees(wanted, usual)} decimals={decimals} coin={coin_name} />
      <ReasonField form={form} />
    </TermsDialog>
  );
}
