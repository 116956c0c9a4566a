import { problemsBySchema, useTyped } from '@purser/console-kit/confirmed-form';
import type { UserKind } from '@purser/contract/features/account';
import { marketKindTermsSet } from '@purser/contract/features/kind-terms';
import { LIMIT_CHAINS, recordOf } from '@purser/contract/terms';
import { useForm } from 'react-hook-form';
import { whyTwo } from '../../shared/terms/second-person.tsx';
import {
  changedFacts,
  ownTermsOf,
  TERM_NAMES,
  TermFields,
  termWords,
  type TypedTerms,
  typedOf,
  USER_GROUPS,
  USER_TERM_NAMES,
} from '../../shared/terms/term-fields.tsx';
import { ReasonField, TermsDialog, useTermsForm } from '../../shared/terms/terms-form.tsx';
import type { KindCoin } from './api.ts';
import styles from './market.module.css';
import { useT } from './texts.ts';

interface KindFormProps {
  readonly kind: UserKind;
  readonly coin: KindCoin;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Changing the fees and limits of a kind of wallet users in a coin. */
export function KindForm({ kind, coin: { coin_name, own, usual }, open, onClose }: KindFormProps) {
  const t = useT();
  const fields = useForm({ values: { reason: '', ...allTyped(own) } });
  const typed = useTyped(fields);
  const every = ownTermsOf(typed);
  const wanted = recordOf(USER_TERM_NAMES, (name) => every[name]);
  const contents = { kind, coin_name, ...wanted, reason: typed.reason.trim() };
  const [, withdrawals] = LIMIT_CHAINS;
  const missing = withdrawals.filter((limit) => wanted[limit] === null);
  const unpaired = missing.length === withdrawals.length ? [] : missing;
  const form = useTermsForm(marketKindTermsSet, fields, {
    problems: {
      ...problemsBySchema(marketKindTermsSet, contents, termWords(t)),
      ...Object.fromEntries(unpaired.map((limit) => [limit, t('terms.problem.pair')])),
    },
    contents,
    look: () => whyTwo({ coin_name, merchant_id: null, kind, fees: wanted }),
    onClose,
  });
  const after = form.contents;
  const shown = (terms: Readonly<Record<(typeof USER_TERM_NAMES)[number], string | null>>) =>
    recordOf(USER_TERM_NAMES, (name) => terms[name] ?? t('terms.asUsual', { usual: usual[name] }));
  return (
    <TermsDialog
      open={open}
      title={t('kinds.changeOf', { kind: t(`kinds.${kind}`), coin: coin_name })}
      form={form}
      facts={[
        { label: t('kinds.kind'), value: t(`kinds.${kind}`), strong: true },
        { label: t('terms.coin'), value: coin_name },
        ...changedFacts(USER_TERM_NAMES, shown(own), shown(after), t),
        { label: t('terms.reason'), value: after.reason },
      ]}
    >
      <p className={styles.wide}>{t('terms.ownHint')}</p>
      <TermFields form={form} usual={allTyped(usual)} groups={USER_GROUPS} />
      <ReasonField form={form} />
    </TermsDialog>
  );
}

/** What is set for the kind, in its fields; what concerns no wallet users has none. */
function allTyped(terms: Readonly<Record<(typeof USER_TERM_NAMES)[number], string | null>>): TypedTerms {
  return typedOf({ ...recordOf(TERM_NAMES, () => null), ...terms });
}
