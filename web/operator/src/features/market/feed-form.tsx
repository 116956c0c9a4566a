import { CallField } from '@purser/console-kit/call-form';
import { KEPT, problemsBySchema, useTyped } from '@purser/console-kit/confirmed-form';
import { marketFeedAccept, marketFeedSet } from '@purser/contract/features/market';
import { Input } from 'antd';
import { useForm } from 'react-hook-form';
import { whyTwo } from '../../shared/terms/second-person.tsx';
import { trimmed } from '../../shared/terms/term-fields.tsx';
import { ReasonField, TermsDialog, useTermsForm } from '../../shared/terms/terms-form.tsx';
import type { CoinRow } from './api.ts';
import { FeedTry } from './feed-try.tsx';
import styles from './market.module.css';
import { useT } from './texts.ts';

interface FeedFormProps {
  readonly coin: CoinRow;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** What a coin's rate follows. */
export function FeedForm({ coin, open, onClose }: FeedFormProps) {
  const t = useT();
  const { coin_name, feed } = coin;
  const fields = useForm({
    values: {
      address: feed?.address ?? '',
      pointer: feed?.pointer ?? '',
      spread_rate: feed?.spread_rate ?? '0.50',
      every_s: String(feed?.every_s ?? 30),
      stale_after_s: String(feed?.stale_after_s ?? 300),
      jump_rate: feed?.jump_rate ?? '5.00',
      reason: '',
    },
    resetOptions: KEPT,
  });
  const typed = trimmed(useTyped(fields), ['address', 'pointer', 'spread_rate', 'every_s', 'stale_after_s', 'jump_rate', 'reason']);
  const contents = {
    coin_name,
    ...typed,
    every_s: seconds(typed.every_s),
    stale_after_s: seconds(typed.stale_after_s),
    before: seenOf(feed),
  };
  const problems = problemsBySchema(marketFeedSet, contents, {
    address: t('market.feed.problem.address'),
    pointer: t('market.feed.problem.pointer'),
    spread_rate: t('market.feed.problem.spread'),
    every_s: t('market.feed.problem.every'),
    stale_after_s: t('market.feed.problem.stale'),
    jump_rate: t('market.problem.bound'),
    reason: t('terms.problem.reason'),
  });
  const form = useTermsForm(marketFeedSet, fields, {
    problems: { ...problems, ...(contents.stale_after_s <= contents.every_s && { stale_after_s: t('market.feed.problem.stale') }) },
    contents,
    look: async () => [
      { name: 'rate_feed', before: feed?.address ?? coin.rate?.rate ?? '–', after: contents.address, change: null, bound: null },
    ],
    onClose,
  });
  const saved = form.contents;
  return (
    <TermsDialog
      open={open}
      title={t('market.feedOf', { coin: coin_name })}
      form={form}
      facts={[
        { label: t('market.feed.address'), value: `${saved.address} ${saved.pointer}`, strong: true },
        { label: t('market.feed.spread'), value: saved.spread_rate },
        { label: t('market.feed.every'), value: String(saved.every_s) },
        { label: t('market.feed.stale'), value: String(saved.stale_after_s) },
        { label: t('market.feed.jump'), value: saved.jump_rate },
        { label: t('terms.reason'), value: saved.reason },
      ]}
    >
      <p className={styles.wide}>{t('market.feed.lead')}</p>
      <div className={styles.wide}>
        <CallField form={form} name="address" label={t('market.feed.address')} hint={t('market.feed.addressHint')}>
          {(control) => <Input {...control} maxLength={500} autoComplete="off" spellCheck={false} />}
        </CallField>
      </div>
      <div className={styles.wide}>
        <CallField form={form} name="pointer" label={t('market.feed.pointer')} hint={t('market.feed.pointerHint')}>
          {(control) => <Input {...control} maxLength={200} autoComplete="off" spellCheck={false} />}
        </CallField>
      </div>
      <FeedTry coin={coin_name} address={typed.address} pointer={typed.pointer} />
      <CallField form={form} name="spread_rate" label={t('market.feed.spread')} hint={t('market.feed.spreadHint')}>
        {(control) => <Input {...control} inputMode="decimal" maxLength={5} />}
      </CallField>
      <CallField form={form} name="jump_rate" label={t('market.feed.jump')} hint={t('market.feed.jumpHint')}>
        {(control) => <Input {...control} inputMode="decimal" maxLength={6} />}
      </CallField>
      <CallField form={form} name="every_s" label={t('market.feed.every')}>
        {(control) => <Input {...control} inputMode="numeric" maxLength={4} />}
      </CallField>
      <CallField form={form} name="stale_after_s" label={t('market.feed.stale')} hint={t('market.feed.staleHint')}>
        {(control) => <Input {...control} inputMode="numeric" maxLength={5} />}
      </CallField>
      <ReasonField form={form} />
    </TermsDialog>
  );
}

/** Lets a feed go on from a rate that has jumped. */
export function HeldForm({ coin, open, onClose }: FeedFormProps) {
  const t = useT();
  const { coin_name } = coin;
  const rate = coin.feed?.held_rate ?? '';
  const fields = useForm({ defaultValues: { reason: '' } });
  const contents = { coin_name, rate, reason: useTyped(fields).reason.trim() };
  const form = useTermsForm(marketFeedAccept, fields, {
    problems: problemsBySchema(marketFeedAccept, contents, { reason: t('terms.problem.reason') }),
    contents,
    look: () => whyTwo({ coin_name, merchant_id: null, rate: contents.rate }),
    onClose,
  });
  return (
    <TermsDialog
      open={open}
      title={t('market.heldOf', { coin: coin_name })}
      form={form}
      facts={[
        {
          label: t('market.rateShort'),
          value: t('terms.fromTo', { before: coin.rate?.rate ?? '–', after: form.contents.rate }),
          strong: true,
        },
        { label: t('terms.reason'), value: form.contents.reason },
      ]}
    >
      <p className={styles.wide}>{t('market.heldLead', { rate })}</p>
      <ReasonField form={form} />
    </TermsDialog>
  );
}

function seconds(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** As it was looked at; null where there was none. */
function seenOf(feed: CoinRow['feed']) {
  if (!feed) return null;
  const { address, pointer, spread_rate, every_s, stale_after_s, jump_rate } = feed;
  return { address, pointer, spread_rate, every_s, stale_after_s, jump_rate };
}
