import type { ContentLink, ContentText } from '@purser/contract/content-shown';
import { AUDIENCES, HELP_CATEGORIES, legalKindAt, standingSlug, type Audience, type StandingKind } from '@purser/contract/content';
import {
  aboutPage,
  agreementPage,
  announcementPage,
  announcementsPage,
  helpArticlePage,
  helpPage,
  legalPage,
} from '@purser/contract/payer-pages';
import type { LiabilityStatement } from '@purser/contract/features/liabilities';
import { LANGUAGES, type Language } from '@purser/contract/language';
import { AUDIENCES_OF } from '../../domain/agreements.ts';
import { loginPath } from '../../domain/payer-login.ts';
import {
  publishedList,
  publishedText,
  publishedVersion,
  versionsOf,
  type PublishedRow,
  type PublishedText,
  type Reading,
} from '../../domain/published-content.ts';
import { LONGEST_QUESTION, searchTerms } from '../../domain/search-text.ts';
import { unkeyed } from '../../platform/commands/write.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { logFailure } from '../../platform/http/failure.ts';
import { pageNumber } from '../../platform/http/payer-form.ts';
import { payerPage, safePath, show, signedIn, type PageAnswer, type PayerPageRoute } from '../../platform/http/payer-pages.ts';
import { inLanguage, type PayerForm, type PayerRequest } from '../../platform/http/payer-request.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { searchTexts } from './queries.ts';
import type { Content } from './service.ts';

/** More articles than a help center has; a page lists them all. */
const MOST_ARTICLES = 500;
const MOST_FOUND = 20;
const MOST_OTHERS = 5;
const ANNOUNCEMENTS_PER_PAGE = 20;

/** Help, announcements and the legal texts, readable by everyone, and the page that asks a wallet user to accept an agreement. */
export function contentPages(
  platform: Platform,
  content: Content,
  newestStatement: () => Promise<LiabilityStatement | null>,
): PayerPageRoute[] {
  const db = platform.db.system;

  const showHelp = async (asked: PayerRequest): Promise<PageAnswer> => {
    const question = (asked.query['q'] ?? '').slice(0, LONGEST_QUESTION).trim();
    const terms = searchTerms(question);
    const reading = readingOf(asked);
    const articles = await publishedList(db, 'help_article', reading, { limit: MOST_ARTICLES });
    const found = terms.length > 0 ? await searchTexts(db, terms, reading, MOST_FOUND) : question === '' ? null : [];
    const categories = HELP_CATEGORIES.map((category) => ({
      category,
      articles: articles.filter((article) => article.category === category).map(linkOf),
    })).filter((part) => part.articles.length > 0);
    return show(
      helpPage,
      { categories, question, found: found?.map((text) => ({ ...linkOf(text), kind: text.kind })) ?? null },
      howShown(asked, 200),
    );
  };

  const showArticle = async (asked: PayerRequest): Promise<PageAnswer> => {
    const reading = readingOf(asked);
    const article = await publishedText(db, 'help_article', asked.params['slug'] ?? '', reading);
    const articles = article ? await publishedList(db, 'help_article', reading, { limit: MOST_ARTICLES }) : [];
    const others = articles.filter(({ category, slug }) => category === article?.category && slug !== article?.slug);
    const data = { article: textOf(article), category: article?.category ?? null, others: others.slice(0, MOST_OTHERS).map(linkOf) };
    return show(helpArticlePage, data, howShown(asked, article ? 200 : 404));
  };

  const showAnnouncements = async (asked: PayerRequest): Promise<PageAnswer> => {
    const number = pageNumber(asked.query['page']);
    const range = { limit: ANNOUNCEMENTS_PER_PAGE + 1, offset: (number - 1) * ANNOUNCEMENTS_PER_PAGE };
    const rows = await publishedList(db, 'announcement', readingOf(asked), range);
    const list = rows.slice(0, ANNOUNCEMENTS_PER_PAGE).map(linkOf);
    await noteRead(asked, list);
    return show(announcementsPage, { list, number, has_more: rows.length > ANNOUNCEMENTS_PER_PAGE }, howShown(asked, 200));
  };

  const showAnnouncement = async (asked: PayerRequest): Promise<PageAnswer> => {
    const announcement = await publishedText(db, 'announcement', asked.params['slug'] ?? '', readingOf(asked));
    await noteRead(asked, announcement ? [announcement] : []);
    return show(announcementPage, { announcement: textOf(announcement) }, howShown(asked, announcement ? 200 : 404));
  };

  /** What a wallet user is shown is read. Where that cannot be noted, as during maintenance, it is shown all the same. */
  const noteRead = async ({ request, session }: PayerRequest, shown: readonly { readonly slug: string }[]): Promise<void> => {
    if (!session || shown.length === 0) return;
    const slugs = shown.map(({ slug }) => slug);
    await content.markRead(slugs, unkeyed(session, clientAddress(request))).catch((error: unknown) => logFailure(request.log, error));
  };

  const showLegal = async (asked: PayerRequest): Promise<PageAnswer> => {
    const kind = legalKindAt(asked.params['name'] ?? '') ?? null;
    const current = kind && (await standingText(asked, kind));
    const versions = current ? await versionsOf(db, current.content_id) : [];
    const wished = Number(asked.query['version'] ?? current?.version);
    const earlier = versions.some(({ version }) => version === wished) && current && wished !== current.version;
    const older = earlier ? await publishedVersion(db, current.content_id, wished, languageOf(asked)) : undefined;
    const text = wished === current?.version ? current : current && older && { ...current, ...older, languages: [] };
    const data = {
      kind,
      text: textOf(text ?? undefined),
      versions: versions.map(({ version, published_at }) => ({ version, published_at: published_at.toISOString() })),
    };
    return show(legalPage, data, howShown(asked, text ? 200 : 404));
  };

  const showAbout = async (asked: PayerRequest): Promise<PageAnswer> => {
    const [text, statement] = await Promise.all([standingText(asked, 'about_us'), newestStatement()]);
    return show(aboutPage, { text: textOf(text), statement }, howShown(asked, text || statement ? 200 : 404));
  };

  /** Everybody reads it, whoever is asked to accept it. */
  const standingText = (asked: PayerRequest, kind: StandingKind): Promise<PublishedText | undefined> =>
    publishedText(db, kind, standingSlug(kind), { language: languageOf(asked), audiences: AUDIENCES });

  return [
    payerPage(helpPage, { show: showHelp, acts: {} }),
    payerPage(helpArticlePage, { show: showArticle, acts: {} }),
    payerPage(announcementsPage, { show: showAnnouncements, acts: {} }),
    payerPage(announcementPage, { show: showAnnouncement, acts: {} }),
    payerPage(legalPage, { show: showLegal, acts: {} }),
    payerPage(aboutPage, { show: showAbout, acts: {} }),
    payerPage(agreementPage, {
      async show({ request, session, query, language }) {
        if (!session) return { goTo: loginPath(request.url) };
        const next = safePath(query['next']);
        const { list } = await content.pending({ party: 'user', ownerId: session.ownerId, language });
        return list.length === 0 ? { goTo: next } : show(agreementPage, { agreements: list, next });
      },
      acts: {
        accept: {
          async act(asked) {
            const userAgent = asked.request.headers['user-agent'] ?? '';
            const context = { ...unkeyed(signedIn(asked), clientAddress(asked.request)), language: asked.language, userAgent };
            await content.accept(acceptedIn(asked), context);
            return safePath(asked.form['next']);
          },
          toldAt: ({ form }) => `${agreementPage.path}?next=${encodeURIComponent(safePath(form['next']))}`,
        },
      },
    }),
  ];
}

/** The language that the address names, for links of other pages and of search engines; whoever has chosen one keeps theirs. */
function namedLanguage({ query }: PayerRequest): Language | null {
  return LANGUAGES.find((language) => language === query['lang']) ?? null;
}

function languageOf(asked: PayerRequest): Language {
  return inLanguage(asked, namedLanguage(asked)).language;
}

function readingOf(asked: PayerRequest): Reading {
  const audiences: readonly Audience[] = asked.session ? AUDIENCES_OF.user : ['everyone'];
  return { language: languageOf(asked), audiences };
}

/** What nobody has signed in to see is alike for everybody, and may be kept for a minute. */
function howShown(asked: PayerRequest, status: number) {
  return { status, pageLanguage: namedLanguage(asked), shared: asked.session === undefined };
}

function linkOf({ slug, title, summary, first_published_at }: PublishedRow): ContentLink {
  return { slug, title, summary, published_at: first_published_at.toISOString() };
}

function textOf(text: PublishedText | undefined): ContentText | null {
  if (!text) return null;
  const { html, version, language, languages, published_at } = text;
  return { ...linkOf(text), html, version, language, languages, updated_at: published_at.toISOString() };
}

/** What a form accepts: `user_agreement.3`, each by a field of its own. */
function acceptedIn({ form }: PayerForm) {
  const agreements = (['user_agreement', 'privacy_policy'] as const).flatMap((kind) => {
    const version = Number(form[kind]);
    return Number.isInteger(version) && version > 0 ? [{ kind, version }] : [];
  });
  if (agreements.length === 0) throw refuse('invalid_input', { field: 'user_agreement' });
  return agreements;
}
