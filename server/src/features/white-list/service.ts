import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import {
  type loginIpWhiteAdd,
  type loginIpWhiteCheck,
  type loginIpWhiteDelete,
  type loginIpWhiteList,
  MOST_WHITE_LIST_ENTRIES,
} from '@purser/contract/features/white-list';
import { usualIpRange } from '../../domain/ip-range.ts';
import { whiteListAllows } from '../../domain/login-white-list.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, MerchantContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { announce } from '../../platform/streams/hub.ts';
import { countEntries, cutSessionsShort, deleteEntry, hasEntry, insertEntry } from './queries.ts';

type Entry = OutputOf<typeof loginIpWhiteList>['list'][number];

/** What decides on a request is the list in the database, read with its session: a change holds from its commit on, in every process. */
export class WhiteList {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** What a change would mean for the address that asks: tried, and taken back. */
  async check(
    { add, delete: gone }: ParsedInputOf<typeof loginIpWhiteCheck>,
    { merchantId, ip }: MerchantContext,
  ): Promise<OutputOf<typeof loginIpWhiteCheck>> {
    const [adds, deletes] = [add && usualForm(add), gone && usualForm(gone)];
    return this.#platform.db.scoped(merchantId, async (tx) => {
      const entries = await countEntries(tx, merchantId);
      const allows = await whiteListAllows(tx, merchantId, ip, { adds, deletes });
      return { login_ip: ip, entries, adds: adds ?? null, locks_out: !allows };
    });
  }

  add(input: ParsedInputOf<typeof loginIpWhiteAdd>, context: MerchantContext): Promise<Entry | Answer<Entry>> {
    const { merchantId } = context;
    return confirmedWrite<Entry>(this.#platform, input, context, {
      act: async (tx) => {
        const ip = usualForm(input.ip);
        if (await hasEntry(tx, merchantId, ip)) throw refuse('white_list_known');
        if ((await countEntries(tx, merchantId)) >= MOST_WHITE_LIST_ENTRIES)
          throw refuse('white_list_limit', { limit: MOST_WHITE_LIST_ENTRIES });
        const { created_at, ...entry } = await insertEntry(tx, merchantId, { ip, remark: input.remark });
        await this.#hold(tx, context, input.lock_out);
        return { ...entry, create_time: created_at.toISOString() };
      },
      audit: ({ ip, remark }) => ({ action: 'white_list.add', details: { ip, remark } }),
      tells: ['white_list'],
    });
  }

  delete(input: ParsedInputOf<typeof loginIpWhiteDelete>, context: MerchantContext): Promise<null | Answer<null>> {
    return confirmedWrite<null>(this.#platform, input, context, {
      act: async (tx) => {
        if (!(await deleteEntry(tx, context.merchantId, usualForm(input.ip)))) throw refuse('not_found');
        await this.#hold(tx, context, input.lock_out);
        return null;
      },
      audit: () => ({ action: 'white_list.delete', details: { ip: usualForm(input.ip) } }),
      tells: ['white_list'],
    });
  }

  /** Lets the changed list hold: for who asks, unless that would surprise them, and for all others at once. */
  async #hold(tx: Tx, { merchantId, ip, session }: MerchantContext, lockOut: boolean): Promise<void> {
    if (!lockOut && !(await whiteListAllows(tx, merchantId, ip))) throw refuse('white_list_locks_out', { ip }, { login_ip: ip });
    await cutSessionsShort(tx, merchantId, session.tokenHash);
    // Streams look again whether they are welcome.
    await announce(tx, { ended: [merchantId] });
  }
}

function usualForm(text: string): string {
  const ip = usualIpRange(text);
  if (ip === undefined) throw refuse('ip_invalid');
  return ip;
}
