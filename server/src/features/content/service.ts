import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { standingSlug, type AgreementKind, type Audience } from '@purser/contract/content';
import type {
  merchantAgreementAccept,
  merchantAgreementPending,
  merchantAnnouncementDetail,
  merchantAnnouncementList,
  merchantContentPages,
} from '@purser/contract/features/content';
import type { Language } from '@purser/contract/language';
import { AUDIENCES_OF, keepAcceptance, pendingAgreements, type AgreeingParty } from '../../domain/agreements.ts';
import { MOST_ANNOUNCEMENTS, publicKinds, publishedList, publishedText } from '../../domain/published-content.ts';
import { keyedWrite, type MerchantWrite, type PayerWrite } from '../../platform/commands/write.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer } from '../../platform/http/route.ts';
import { idsOf, markRead, readMarks } from './queries.ts';

type Announcements = OutputOf<typeof merchantAnnouncementList>;
type Agreements = OutputOf<typeof merchantAgreementPending>;
type Accepted = ParsedInputOf<typeof merchantAgreementAccept>['agreements'];

/** Whoever signed in and reads. */
export interface Reader {
  readonly party: AgreeingParty;
  readonly ownerId: number;
  readonly language: Language;
}
type ReaderWrite = (MerchantWrite | PayerWrite) & { readonly language: Language; readonly userAgent: string };

/** What merchants and wallet users are told, what they have read and what they have accepted. */
export class Content {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async announcements({ party, ownerId, language }: Reader): Promise<Announcements> {
    const { db } = this.#platform;
    const rows = await publishedList(
      db.system,
      'announcement',
      { language, audiences: AUDIENCES_OF[party] },
      { limit: MOST_ANNOUNCEMENTS },
    );
    const read = await readMarks(
      db.system,
      ownerId,
      rows.map(({ content_id }) => content_id),
    );
    const list = rows.map(({ content_id, slug, title, summary, first_published_at }) => ({
      slug,
      title,
      summary,
      published_at: first_published_at.toISOString(),
      is_new: !read.has(content_id),
    }));
    return { list, unread: list.filter(({ is_new }) => is_new).length };
  }

  async announcement(slug: string, { party, language }: Reader): Promise<OutputOf<typeof merchantAnnouncementDetail>> {
    const text = await publishedText(this.#platform.db.system, 'announcement', slug, { language, audiences: AUDIENCES_OF[party] });
    if (!text) throw refuse('content_unknown');
    const { title, html, body, language: written, audience, first_published_at } = text;
    return {
      slug,
      title,
      html,
      body,
      published_at: first_published_at.toISOString(),
      language: written,
      is_public: audience === 'everyone',
    };
  }

  /** Marks what is published and for this party as read; anything else among the names has no effect. */
  markRead(slugs: readonly string[], context: MerchantWrite | PayerWrite): Promise<null | Answer<null>> {
    const { party, ownerId } = partyOf(context);
    return keyedWrite(this.#platform, context, {
      prepare: () => idsOf(this.#platform.db.system, 'announcement', slugs, AUDIENCES_OF[party]),
      act: async (tx, ids) => {
        await markRead(tx, ownerId, ids);
        return null;
      },
    });
  }

  async pages(): Promise<OutputOf<typeof merchantContentPages>> {
    return { kinds: await publicKinds(this.#platform.db.system) };
  }

  async pending(reader: Reader): Promise<Agreements> {
    const rows = await pendingAgreements(this.#platform.db.system, reader);
    return {
      list: rows.map(({ kind, version, title, html, published_at, language, is_update }) => ({
        kind,
        version,
        title,
        html,
        published_at: published_at.toISOString(),
        language,
        is_update,
      })),
    };
  }

  /** Accepts the versions that were shown. One that was replaced meanwhile is refused: nobody accepts what they have not been shown. */
  accept(agreements: Accepted, context: ReaderWrite): Promise<null | Answer<null>> {
    const { db } = this.#platform;
    const { language, ip, userAgent } = context;
    const { party, ownerId } = partyOf(context);
    return keyedWrite(this.#platform, context, {
      prepare: () => Promise.all(agreements.map(({ kind, version }) => shownNow(db.system, kind, version, language, AUDIENCES_OF[party]))),
      act: async (tx, shown) => {
        await keepAcceptance(tx, shown, { ownerId, party, ip, userAgent });
        return null;
      },
      audit: () => ({ action: 'agreement.accept', details: { agreements } }),
    });
  }
}

async function shownNow(
  db: Platform['db']['system'],
  kind: AgreementKind,
  version: number,
  language: Language,
  audiences: readonly Audience[],
) {
  const text = await publishedText(db, kind, standingSlug(kind), { language, audiences });
  if (text?.version !== version) throw refuse('agreement_changed');
  return text;
}

function partyOf(context: MerchantWrite | PayerWrite): { readonly party: AgreeingParty; readonly ownerId: number } {
  return 'merchantId' in context ? { party: 'merchant', ownerId: context.merchantId } : { party: 'user', ownerId: context.userId };
}
