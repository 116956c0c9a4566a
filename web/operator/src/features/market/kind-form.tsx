import { CallField } from '@purser/console-kit/call-form';
import { KEPT, problemsBySchema, useTyped } from '@purser/console-kit/confirmed-form';
import type { UserKind } from '@purser/contract/features/account';
import { marketKindTermsSet } from '@purser/contract/features/kind-terms';
import { LIMIT_CHAINS, recordOf } from '@purser/contract/terms';
import { Input } from 'antd';
import { useForm } from 'react-hook-form';
import { whyTwo } from '../../shared/terms/second-person.tsx';
import {
  changedFacts,
  kindTermNames,
  NO_COMMISSION,
  ownTermsOf,
  TERM_NAMES,
  TermFields,
  termWords,
  type TypedTerms,
  typedOf,
  USER_GROUPS,
  USER_TERM_NAMES,
} from '../../shared/terms/term-fields.tsx';
import shared from '../../shared/terms/terms.module.css';
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
  const fields = useForm({ values: { reason: '', commission_rate: own.commission_rate ?? '', ...allTyped(own) }, resetOptions: KEPT });
  const typed = useTyped(fields);
  const every = ownTermsOf(typed);
  const wanted = recordOf(USER_TERM_NAMES, (name) => every[name]);
  const commission_rate = typed.commission_rate.trim() || null;
  const contents = { kind, coin_name, ...wanted, commission_rate, reason: typed.reason.trim(), before: own };
  const [, withdrawals] = LIMIT_CHAINS;
  const missing = withdrawals.filter((limit) => wanted[limit] === null);
  const unpaired = missing.length === withdrawals.length ? [] : missing;
  const form = useTermsForm(marketKindTermsSet, fields, {
    problems: {
      ...problemsBySchema(marketKindTermsSet, contents, { ...termWords(t), commission_rate: t('terms.problem.commission') }),
      ...Object.fromEntries(unpaired.map((limit) => [limit, t('terms.problem.pair')])),
    },
    contents,
    look: () => whyTwo({ coin_name, merchant_id: null, kind, fees: wanted, commission: commission_rate }),
    onClose,
  });
  const after = form.contents;
  const shown = (terms: KindCoin['own']) => ({
    ...recordOf(USER_TERM_NAMES, (name) => terms[name] ?? t('terms.asUsual', { usual: usual[name] })),
    commission_rate: terms.commission_rate ?? NO_COMMISSION,
  });
  return (
    <TermsDialog
      open={open}
      title={t('kinds.changeOf', { kind: t(`kinds.${kind}`), coin: coin_name })}
      form={form}
      facts={[
        { label: t('kinds.kind'), value: t(`kinds.${kind}`), strong: true },
        { label: t('terms.coin'), value: coin_name },
        ...changedFacts(kindTermNames(kind), shown(own), shown(after), t),
        { label: t('terms.reason'), value: after.reason },
      ]}
    >
      <p className={styles.wide}>{t('terms.ownHint')}</p>
      <TermFields form={form} usual={allTyped(usual)} groups={USER_GROUPS} />
      {kind === 'agent' && (
        <fieldset className={shared.group}>
          <legend>{t('terms.group.commission')}</legend>
          <CallField form={form} name="commission_rate" label={t('terms.commission')} hint={t('terms.commissionHint')}>
            {(control) => <Input {...control} inputMode="decimal" maxLength={32} />}
          </CallField>
        </fieldset>
      )}
      <ReasonField form={form} />
    </TermsDialog>
  );
}

/** What is set for the kind, in its fields; what concerns no wallet users has none. */
function allTyped(terms: Readonly<Record<(typeof USER_TERM_NAMES)[number], string | null>>): TypedTerms {
  return typedOf({ ...recordOf(TERM_NAMES, () => null), ...terms });
}
