import { LANGUAGES } from '@purser/contract/language';
import { everyText } from '@purser/i18n/testing/every-text';
import { expect, test } from 'vitest';

/** Names that the palette needs before the page whose title they are has come. */
const SAME = {
  'places.statements': 'statement.title',
  'places.refunds': 'refund.list',
  'places.liabilities': 'liabilities.title',
  'places.receive': 'paymentLink.title',
  'places.verification': 'identity.title',
  'places.ownAudit': 'ownAudit.title',
  'places.team': 'team.title',
  'places.invite': 'team.invite',
  'places.cutIn': 'cutIn.title',
  'places.transfer': 'transfer.new',
  'places.createLink': 'paymentLink.create',
  'places.book': 'usdtOut.book',
  'places.adjust': 'adjustment.new',
  'places.rechargeUsdt': 'recharge.new',
  'numbers.adjustment': 'news.order.adjustment',
  'numbers.userWithdrawal': 'news.order.user_withdrawal',
  'numbers.usdtWithdrawal': 'news.order.usdt_withdrawal',
  'numbers.usdtRecharge': 'news.order.usdt_recharge',
  'numbers.fiatWithdrawal': 'news.order.fiat_withdrawal',
};

test.each(LANGUAGES)('the palette calls pages, forms and records what they call themselves: %s', async (language) => {
  const texts = await everyText('console', language);
  for (const [name, title] of Object.entries(SAME)) expect(texts[name], name).toBe(texts[title]);
});
