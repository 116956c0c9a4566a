import { readdir, readFile } from 'node:fs/promises';
import { LANGUAGES, type Language } from '@purser/contract/language';
import { isStanding, standingSlug, type Audience, type ContentKind, type HelpCategory } from '@purser/contract/content';
import type { RichText, RichTextNode } from '@purser/contract/rich-text';
import { uuidv7 } from 'uuidv7';
import { publishDraft, type DraftText } from '../domain/publish-content.ts';
import { keepAcceptance } from '../domain/agreements.ts';
import type { SeedClient } from './parties.ts';

export const CONTENT_FOLDER = new URL('content/', import.meta.url);
const AUTHOR = 'demo';

interface Item {
  readonly kind: ContentKind;
  readonly slug: string;
  readonly category: HelpCategory | null;
  readonly audience: Audience;
  readonly texts: Readonly<Record<Language, Omit<DraftText, 'version'>>>;
}

/**
 * Publishes the demo's texts: a small help center, two announcements, and samples of the legal texts that a provider replaces by its own. The
 * parties that have signed in before have accepted the agreements; the others are asked.
 */
export async function giveContent(
  client: SeedClient,
  signedInBefore: { merchants: readonly number[]; users: readonly number[] },
): Promise<void> {
  const agreements: { content_id: string; version: number; language: Language }[] = [];
  for (const name of (await readdir(CONTENT_FOLDER)).toSorted()) {
    const item = readItem(name, await readFile(new URL(name, CONTENT_FOLDER), 'utf8'));
    const draft = Object.fromEntries(LANGUAGES.map((language) => [language, { ...item.texts[language], version: 1 }]));
    const content_id = uuidv7();
    const must_accept = item.kind === 'user_agreement' || item.kind === 'privacy_policy';
    await client.query(
      `insert into content_item (content_id, kind, slug, category, audience, draft, must_accept, saved_by) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [content_id, item.kind, item.slug, item.category, item.audience, JSON.stringify(draft), must_accept, AUTHOR],
    );
    const version = await publishDraft(client, { content_id, draft, must_accept, published_version: null }, { by: AUTHOR, note: '' });
    if (must_accept) agreements.push({ content_id, version, language: 'en' });
  }
  for (const party of ['merchant', 'user'] as const) {
    for (const ownerId of signedInBefore[`${party}s`]) {
      await keepAcceptance(client, agreements, { ownerId, party, ip: '127.0.0.1', userAgent: AUTHOR });
    }
  }
}

/**
 * A text in four languages, as a file: lines that say what it is, then `=== en` and the like before each language. The first line of a
 * language is its title; the rest is a small part of Markdown.
 */
export function readItem(fileName: string, file: string): Item {
  const [head = '', ...parts] = file.split(/^=== /m);
  const fields = Object.fromEntries(head.split('\n').map((line) => line.split(': ') as [string, string]));
  const texts = Object.fromEntries(
    parts.map((part) => {
      const [language = '', title = '', ...body] = part.split('\n');
      return [language, { title: title.replace(/^# /, ''), body: richTextOf(body.join('\n')) }];
    }),
  ) as Item['texts'];
  const kind = fields['kind'] as ContentKind;
  const slug = isStanding(kind) ? standingSlug(kind) : fileName.replace(/^\d+-|\.md$/g, '');
  return {
    kind,
    slug,
    category: (fields['category'] as HelpCategory | undefined) ?? null,
    audience: (fields['audience'] as Audience | undefined) ?? 'everyone',
    texts,
  };
}

/** Headings, lists, quotes, code and paragraphs, a blank line between them; within them `code`, **bold** and links. */
function richTextOf(markdown: string): RichText {
  // Code may hold blank lines.
  const parts = markdown.split(/(^```\n[^]*?\n```$)/m);
  const blocks = parts.flatMap((part) => (part.startsWith('```') ? [part] : part.trim().split(/\n{2,}/))).filter((block) => block !== '');
  return { type: 'doc', content: blocks.map(blockOf) };
}

function blockOf(block: string): RichTextNode {
  const heading = /^(##+) (.*)$/.exec(block);
  if (heading?.[1]) return { type: 'heading', attrs: { level: heading[1].length }, content: inlineOf(heading[2] ?? '') };
  if (block.startsWith('```')) return { type: 'codeBlock', content: [{ type: 'text', text: block.replaceAll(/^```\n|\n```$/g, '') }] };
  if (block.startsWith('> ')) return { type: 'blockquote', content: [paragraphOf(block.slice(2))] };
  const items = (marker: RegExp) =>
    block.split('\n').map((line) => ({ type: 'listItem', content: [paragraphOf(line.replace(marker, ''))] }));
  if (block.startsWith('- ')) return { type: 'bulletList', content: items(/^- /) };
  if (block.startsWith('1. ')) return { type: 'orderedList', attrs: { start: 1 }, content: items(/^\d+\. /) };
  return paragraphOf(block);
}

function paragraphOf(text: string): RichTextNode {
  return { type: 'paragraph', content: inlineOf(text) };
}

function inlineOf(text: string): RichTextNode[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).flatMap((run): RichTextNode[] => {
    if (run === '') return [];
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(run);
    if (link) return [{ type: 'text', text: link[1] ?? '', marks: [{ type: 'link', attrs: { href: link[2] } }] }];
    if (run.startsWith('`')) return [{ type: 'text', text: run.slice(1, -1), marks: [{ type: 'code' }] }];
    if (run.startsWith('**')) return [{ type: 'text', text: run.slice(2, -2), marks: [{ type: 'bold' }] }];
    return [{ type: 'text', text: run }];
  });
}
