import { client } from '@purser/console-kit/client';
import { askAll } from '@purser/console-kit/palette/ask-all';
import type { LookUp } from '@purser/console-kit/palette/entry';
import { type Question, questionsOn } from '@purser/console-kit/palette/question';
import { everyOrderQuery } from '@purser/contract/features/every-order';
import { partyMerchantQuery, partyUserQuery } from '@purser/contract/features/party';
import type { Permission } from '@purser/contract/staff';
import { groupDigits } from '@purser/ui/money-text';
import { placeOfOrder } from '../shared/every-order.ts';

/** The kinds of parties, as the operator's texts name them (`numbers.…`). */
export const PARTY_KINDS = ['merchant', 'user'] as const;
type NumberKind = (typeof PARTY_KINDS)[number] | 'order';

const question = questionsOn<NumberKind>();
const money = (amount: string, coin: string): string => `${groupDigits(amount)} ${coin}`;
const open = (to: string, key: string) => ({ to, search: { open: key } });

const partiesBy = (id: number): readonly Question<NumberKind>[] => [
  question('merchant', partyMerchantQuery, { merchant_id: id }, ({ merchant_id, name }) => ({
    number: String(merchant_id),
    beside: name,
    place: open('/merchants', String(merchant_id)),
  })),
  question('user', partyUserQuery, { user_id: id }, ({ user_id, nick }) => ({
    number: String(user_id),
    beside: nick,
    place: open('/wallet-users', String(user_id)),
  })),
];

/** What of an address that many orders name is shown. */
const MOST_ORDERS = 5;

/** Orders of every kind by whatever names them, and the newest first. */
const ordersBy = (text: string): Question<NumberKind> => ({
  kind: 'order',
  path: everyOrderQuery.path,
  ask: async (signal) => {
    const { list } = await client.request(everyOrderQuery, { number: text, page_size: MOST_ORDERS }, { signal, quiet: true });
    return list.map((row) => ({
      kind: row.kind,
      number: row.number,
      beside: `${row.owner_name} · ${money(row.amount, row.coin_name)}`,
      place: placeOfOrder(row),
    }));
  },
});

/** A number, a TXID or an address, in one word. */
const ONE_WORD = /^[\w.:-]{1,100}$/;
const PARTY = /^\d{1,15}$/;

/** What a text may be the number of, as far as the role may see it. */
export function questionsOf(text: string, allows: (permission: Permission) => boolean): readonly Question<NumberKind>[] {
  if (!ONE_WORD.test(text)) return [];
  const id = PARTY.test(text) ? Number(text) : 0;
  return [...(id > 0 && allows('party.read') ? partiesBy(id) : []), ...(allows('order.read') ? [ordersBy(text)] : [])];
}

export function lookUpNumber(text: string, allows: (permission: Permission) => boolean): LookUp | undefined {
  return askAll(questionsOf(text, allows).map(({ ask }) => ask));
}
