import type { Language } from '@purser/contract/language';
import type { Entry } from '@purser/ledger/entry';
import type { Standing } from '@purser/ledger/standing';
import { clockOf, documentWords, typeWords } from '../../domain/document-words.ts';
import type { Coins } from '../../platform/database/coins.ts';
import { countOf, type Statement, sumsOf } from './read.ts';

export interface Written {
  readonly language: Language;
  readonly coins: Pick<Coins, 'format'>;
}

/** What a statement says in the words of its reader, as rows of texts: the PDF and the CSV file say the same. */
interface StatementParts {
  readonly title: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly balances: { readonly titles: readonly string[]; readonly rows: readonly (readonly string[])[] };
  readonly sums: { readonly titles: readonly string[]; readonly rows: readonly (readonly string[])[]; readonly total: readonly string[] };
  readonly entryTitles: readonly string[];
  entryRow(entry: Entry): readonly string[];
}

/** @param amount how an amount is written, given as a plain decimal */
export function partsOf(statement: Statement, { language, coins }: Written, amount: (decimal: string) => string): StatementParts {
  const t = documentWords(language);
  const nameOf = typeWords(language);
  const { issuer, coin, opening, closing, sums } = statement;
  const money = (minor: bigint) => amount(coins.format(minor, coin));
  const time = clockOf(issuer.zone);
  const buckets = ({ available_minor, frozen_minor, pending_minor }: Omit<Standing, 'entries'>): string[] =>
    [available_minor, frozen_minor, pending_minor, available_minor + frozen_minor + pending_minor].map(money);
  const change = {
    available_minor: closing.available_minor - opening.available_minor,
    frozen_minor: closing.frozen_minor - opening.frozen_minor,
    pending_minor: closing.pending_minor - opening.pending_minor,
  };
  const all = sumsOf(statement);
  return {
    title: t('statement.title', { month: statement.month }),
    facts: [
      [t('merchant'), issuer.name],
      [t('merchantId'), String(issuer.merchantId)],
      [t('coin'), coin],
      [t('statement.period'), t('statement.until', { from: time(statement.from), to: time(statement.to) })],
      [t('timeZone'), issuer.zone],
      [t('statement.state'), statement.isComplete ? t('statement.complete') : t('statement.unfinished', { time: time(statement.asOf) })],
      [t('statement.count'), amount(String(countOf(statement)))],
      [t('made'), time(statement.madeAt)],
    ],
    balances: {
      titles: ['', t('statement.available'), t('statement.frozen'), t('statement.pending'), t('statement.whole')],
      rows: [
        [t('statement.opening'), ...buckets(opening)],
        [t('statement.change'), ...buckets(change)],
        [t('statement.closing'), ...buckets(closing)],
      ],
    },
    sums: {
      titles: [t('statement.type'), t('statement.count'), t('statement.in'), t('statement.out'), t('statement.fees')],
      rows: sums.map((sum) => [
        nameOf(sum.type),
        amount(String(sum.count)),
        money(sum.amount_in_minor),
        money(sum.amount_out_minor),
        money(sum.charge_minor),
      ]),
      total: [
        t('statement.all'),
        amount(String(countOf(statement))),
        money(all.amount_in_minor),
        money(all.amount_out_minor),
        money(all.charge_minor),
      ],
    },
    entryTitles: [
      t('statement.time'),
      t('statement.serial'),
      t('statement.type'),
      t('statement.change'),
      t('statement.fee'),
      t('statement.availableAfter'),
      t('statement.frozenAfter'),
      t('statement.pendingAfter'),
    ],
    entryRow: (entry) => [
      time(entry.posted_at),
      entry.serial_number,
      nameOf(entry.type),
      money(entry.change_minor),
      money(entry.charge_minor),
      money(entry.available_after_minor),
      money(entry.frozen_after_minor),
      money(entry.pending_after_minor),
    ],
  };
}
