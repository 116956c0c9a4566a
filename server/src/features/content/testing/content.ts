import type { Audience, ContentKind, HelpCategory } from '@purser/contract/content';
import type { Language } from '@purser/contract/language';
import { uuidv7 } from 'uuidv7';
import { publishDraft, type Draft, type DraftText } from '../../../domain/publish-content.ts';
import type { TestApp } from '../../../platform/testing/app.ts';

interface TestItem {
  readonly kind: ContentKind;
  readonly slug: string;
  readonly category?: HelpCategory;
  readonly audience?: Audience;
  readonly must_accept?: boolean;
  /** An item that there is: this is its next version. */
  readonly content_id?: string;
}

/** A text of one paragraph. */
export function textIn(title: string, words: string): DraftText {
  return { title, body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] }, version: 1 };
}

/** Publishes a text, or its next version; returns its id. */
export async function publishTestContent(app: TestApp, item: TestItem, draft: Partial<Record<Language, DraftText>>): Promise<string> {
  const content_id = item.content_id ?? uuidv7();
  await app.platform.operator.db.systemTransaction(async (tx) => {
    if (item.content_id === undefined) {
      await tx.query('insert into content_item (content_id, kind, slug, category, audience, saved_by) values ($1, $2, $3, $4, $5, $6)', [
        content_id,
        item.kind,
        item.slug,
        item.category ?? null,
        item.audience ?? 'everyone',
        'test',
      ]);
    }
    const { rows } = await tx.query<{ published_version: number | null }>(
      'select published_version from content_item where content_id = $1',
      [content_id],
    );
    const published_version = rows[0]?.published_version ?? null;
    const publishing = { content_id, draft: draft as Draft, must_accept: item.must_accept ?? false, published_version };
    await publishDraft(tx, publishing, { by: 'test', note: '' });
  });
  return content_id;
}
