import * as calls from '@purser/contract/features/content-editing';
import { CONTENT_STATES, contentMachine, type ContentEvent, type ContentState } from '@purser/contract/content';
import { next } from '@purser/contract/machine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { contentJobs } from './jobs.ts';
import { publishTestContent, textIn } from './testing/content.ts';

let app: TestApp;
let editor: TestStaff;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  editor = await makeStaff(app, 'support');
});
afterAll(() => app.close());

const words = (title: string, text = title) => {
  const { body } = textIn(title, text);
  return { title, body };
};
const NO_WORDS = { title: '', body: { type: 'doc', content: [{ type: 'paragraph' }] } };
const by = (member = editor) => ({ staffToken: member.token });
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

async function created(kind: 'announcement' | 'help_article' = 'announcement') {
  const input = { kind, slug: `text-${uuidv7()}`, ...(kind === 'help_article' && { category: 'wallet' as const }) };
  const { content_id } = dataOf(await app.call(calls.contentCreate, input, by()));
  return { content_id, slug: input.slug };
}

async function detail(content_id: string) {
  return dataOf(await app.call(calls.contentDetail, { content_id }, by()));
}

async function save(content_id: string, revision: number, texts: object, more: object = {}) {
  return app.call(calls.contentSave, { content_id, revision, texts, ...more }, by());
}

async function run(): Promise<void> {
  for (const job of contentJobs(app.platform)) await job.run();
}

/** Lets the time of what is scheduled come. */
async function fallDue(content_id: string): Promise<void> {
  await app.sql(`update content_item set (publish_at, scheduled_for) = (now(), now()) where content_id = $1`, [content_id]);
  await run();
}

describe('a draft', () => {
  it('is saved language by language, and a save of what was read earlier is refused and names who saved', async () => {
    const { content_id } = await created();
    const first = dataOf(await save(content_id, 1, { en: words('News') }));
    expect(first).toMatchObject({ revision: 2, has_changes: true, outdated: [] });
    dataOf(await save(content_id, 2, { vi: words('Tin') }));
    const other = await makeStaff(app, 'admin');
    const stale = await app.call(calls.contentSave, { content_id, revision: 2, texts: { en: words('Mine') } }, by(other));
    expect(stale).toMatchObject({ msg: 'content_stale', detail: expect.stringContaining('saved this text meanwhile') });
    expect(await detail(content_id)).toMatchObject({ revision: 3, draft: { en: words('News'), vi: words('Tin') }, state: 'draft' });
    expect((await detail(content_id)).draft).not.toHaveProperty('zh_Hans');
  });

  it('has a title and a text or neither, and an empty one is none', async () => {
    const { content_id } = await created();
    expect(await save(content_id, 1, { vi: { ...words('Tin'), title: '' } })).toMatchObject({ msg: 'content_half_written' });
    expect(await save(content_id, 1, { vi: { title: 'Tin', body: { type: 'doc', content: [{ type: 'paragraph' }] } } })).toMatchObject({
      msg: 'content_half_written',
    });
    dataOf(await save(content_id, 1, { vi: words('Tin'), en: words('News') }));
    dataOf(await save(content_id, 2, { vi: { title: ' ', body: { type: 'doc', content: [{ type: 'paragraph' }] } } }));
    expect((await detail(content_id)).languages).toEqual(['en']);
  });

  it('is refused with what may not stand in it, naming the place', async () => {
    const { content_id } = await created();
    const image = { type: 'doc', content: [{ type: 'iframe', attrs: { src: 'https://evil.example/' } }] };
    const refused = await app.send(calls.contentSave, { content_id, revision: 1, texts: { en: { title: 'x', body: image } } }, by());
    expect(refused).toMatchObject({ msg: 'invalid_input', data: { fields: [{ field: 'texts.en.body.content.0.type' }] } });
    const script = await app.send(calls.contentPreview, { body: { type: 'doc', content: [{ type: 'script' }] } }, by());
    expect(script).toMatchObject({ msg: 'invalid_input' });
    expect(await detail(content_id)).toMatchObject({ revision: 1, languages: [] });
  });

  it('is previewed as readers will see it', async () => {
    const { html } = dataOf(await app.call(calls.contentPreview, { body: words('x', '<b>bold</b>').body }, by()));
    expect(html).toBe('<p>&lt;b&gt;bold&lt;/b&gt;</p>');
  });

  it('marks a translation that has not followed, until it is changed or called right', async () => {
    const { content_id } = await created();
    dataOf(await save(content_id, 1, { en: words('News'), vi: words('Tin'), zh_Hans: words('新闻') }));
    dataOf(await app.call(calls.contentPublish, { content_id, revision: 2 }, by()));
    expect(dataOf(await save(content_id, 2, { en: words('News'), vi: words('Tin') }))).toMatchObject({ has_changes: false, outdated: [] });
    expect(dataOf(await save(content_id, 3, { en: words('Newer') }))).toMatchObject({ has_changes: true, outdated: ['zh_Hans', 'vi'] });
    expect(dataOf(await save(content_id, 4, {}, { still_right: ['vi'] }))).toMatchObject({ outdated: ['zh_Hans'] });
    expect(dataOf(await save(content_id, 5, { zh_Hans: words('更新') }))).toMatchObject({ outdated: [] });
  });
});

describe('creating', () => {
  it('takes a name once for each kind, and each legal text once', async () => {
    const { slug } = await created();
    expect(await app.call(calls.contentCreate, { kind: 'announcement', slug }, by())).toMatchObject({ msg: 'content_slug_taken' });
    dataOf(await app.call(calls.contentCreate, { kind: 'help_article', slug, category: 'paying' }, by()));
    dataOf(await app.call(calls.contentCreate, { kind: 'about_us' }, by()));
    expect(await app.call(calls.contentCreate, { kind: 'about_us', slug: 'another' }, by())).toMatchObject({ msg: 'content_slug_taken' });
  });

  it.each([
    [{ kind: 'announcement' }, 'slug'],
    [{ kind: 'announcement', slug: 'a', category: 'paying' }, 'category'],
    [{ kind: 'help_article', slug: 'a' }, 'category'],
    [{ kind: 'announcement', slug: 'A B' }, 'slug'],
    [{ kind: 'announcement', slug: '../x' }, 'slug'],
  ])('%j is refused', async (input, field) => {
    expect(await app.send(calls.contentCreate, input, by())).toMatchObject({
      msg: 'invalid_input',
      detail: expect.stringContaining(field),
    });
  });
});

describe('publishing', () => {
  it('makes a version that later drafts do not change, with what the draft says of audience and category', async () => {
    const { content_id, slug } = await created('help_article');
    dataOf(await save(content_id, 1, { en: words('One') }, { category: 'disputes', audience: 'merchants' }));
    const before = await app.sql('select category, audience from content_item where content_id = $1', [content_id]);
    expect(before).toEqual([{ category: 'wallet', audience: 'everyone' }]);
    expect(await app.call(calls.contentPublish, { content_id, revision: 1 }, by())).toMatchObject({ msg: 'content_stale' });
    expect(dataOf(await app.call(calls.contentPublish, { content_id, revision: 2, note: 'First' }, by()))).toEqual({ version: 1 });
    expect(await app.call(calls.contentPublish, { content_id, revision: 2 }, by())).toMatchObject({ msg: 'content_unchanged' });
    dataOf(await save(content_id, 2, { en: words('Two') }));
    expect(await detail(content_id)).toMatchObject({
      state: 'published',
      has_changes: true,
      published_version: 1,
      category: 'disputes',
      slug,
    });
    const version = dataOf(await app.call(calls.contentVersionDetail, { content_id, version: 1 }, by()));
    expect(version).toMatchObject({ note: 'First', texts: [{ language: 'en', ...words('One') }] });
    expect(await app.sql('select category, audience from content_item where content_id = $1', [content_id])).toEqual([
      { category: 'disputes', audience: 'merchants' },
    ]);
    expect(await app.call(calls.contentVersionDetail, { content_id, version: 2 }, by())).toMatchObject({ msg: 'content_unknown' });
  });

  it('needs the English text, which other readers are shown where theirs is missing', async () => {
    const { content_id } = await created();
    dataOf(await save(content_id, 1, { vi: words('Tin') }));
    expect(await app.call(calls.contentPublish, { content_id, revision: 2 }, by())).toMatchObject({ msg: 'content_incomplete' });
    const schedule = { content_id, revision: 2, publish_at: inMinutes(5) };
    expect(await app.call(calls.contentSchedule, schedule, by())).toMatchObject({ msg: 'content_incomplete' });
  });

  it('once, when two ask at the same time', async () => {
    const { content_id } = await created();
    dataOf(await save(content_id, 1, { en: words('One') }));
    const other = await makeStaff(app, 'admin');
    const both = await Promise.all(
      [editor, other].map((member) => app.call(calls.contentPublish, { content_id, revision: 2 }, by(member))),
    );
    expect(both.map(({ msg }) => msg).toSorted()).toEqual(['content_unchanged', 'ok']);
    expect((await detail(content_id)).versions).toHaveLength(1);
  });

  it('brings an earlier version back as a draft, while readers see what they saw', async () => {
    const { content_id } = await created();
    dataOf(await save(content_id, 1, { en: words('One'), vi: words('Một') }));
    dataOf(await app.call(calls.contentPublish, { content_id, revision: 2 }, by()));
    dataOf(await save(content_id, 2, { en: words('Two') }));
    dataOf(await app.call(calls.contentPublish, { content_id, revision: 3 }, by()));
    expect(await app.call(calls.contentRestore, { content_id, revision: 2, version: 1 }, by())).toMatchObject({ msg: 'content_stale' });
    expect(await app.call(calls.contentRestore, { content_id, revision: 3, version: 9 }, by())).toMatchObject({ msg: 'content_unknown' });
    expect(dataOf(await app.call(calls.contentRestore, { content_id, revision: 3, version: 1 }, by()))).toMatchObject({
      has_changes: true,
    });
    expect(await detail(content_id)).toMatchObject({ draft: { en: words('One') }, published_version: 2, outdated: [] });
  });

  it('stands in the audit log, with who did it', async () => {
    const { content_id } = await created();
    dataOf(await save(content_id, 1, { en: words('One') }));
    dataOf(await app.call(calls.contentPublish, { content_id, revision: 2 }, by()));
    const log = await app.sql(`select action, actor from audit_log where details ->> 'content_id' = $1 order by sequence`, [content_id]);
    const actor = String(editor.staffId);
    expect(log).toEqual(['create', 'save', 'publish'].map((act) => ({ action: `content.${act}`, actor })));
  });
});

describe('a time to publish at', () => {
  it('is kept by the job, once, and not before', async () => {
    const { content_id } = await created();
    dataOf(await save(content_id, 1, { en: words('Later') }));
    dataOf(await app.call(calls.contentSchedule, { content_id, revision: 2, publish_at: inMinutes(10) }, by()));
    await run();
    expect(await detail(content_id)).toMatchObject({ state: 'scheduled', published_version: null });
    await app.sql(
      `update content_item set (publish_at, scheduled_for) = (now() - interval '1 second', now() - interval '1 second') where content_id = $1`,
      [content_id],
    );
    await Promise.all([run(), run()]);
    await run();
    expect(await detail(content_id)).toMatchObject({ state: 'published', published_version: 1, publish_at: null, has_changes: false });
  });

  it('publishes what was scheduled, and keeps what others saved since as the draft of the next version', async () => {
    const { content_id } = await created('help_article');
    dataOf(await save(content_id, 1, { en: words('One'), vi: words('Một') }));
    dataOf(await app.call(calls.contentPublish, { content_id, revision: 2 }, by()));
    dataOf(await save(content_id, 2, { en: words('Two') }, { audience: 'merchants', must_accept: true }));
    dataOf(await app.call(calls.contentSchedule, { content_id, revision: 3, publish_at: inMinutes(10) }, by()));
    expect(await detail(content_id)).toMatchObject({ scheduled_differs: false });
    const other = await makeStaff(app, 'admin');
    const more = { audience: 'wallet_users', category: 'disputes', must_accept: false } as const;
    const saved = await app.call(calls.contentSave, { content_id, revision: 3, texts: { en: words('Torn') }, ...more }, by(other));
    expect(dataOf(saved)).toMatchObject({ revision: 4, scheduled_differs: true });
    expect(await detail(content_id)).toMatchObject({ scheduled_differs: true });
    await fallDue(content_id);
    const version = dataOf(await app.call(calls.contentVersionDetail, { content_id, version: 2 }, by()));
    const [planner] = await app.sql<{ name: string }>(
      `select coalesce(nullif(name, ''), username) as name from staff where staff_id = $1`,
      [editor.staffId],
    );
    expect(version).toMatchObject({ published_by: planner?.name, must_accept: true });
    expect(version.texts).toEqual([
      { language: 'en', ...words('Two') },
      { language: 'vi', ...words('Một') },
    ]);
    const shown = await app.sql('select audience, category from content_item where content_id = $1', [content_id]);
    expect(shown).toEqual([{ audience: 'merchants', category: 'wallet' }]);
    // What was saved since is a draft like any, to be published as the version after it.
    expect(await detail(content_id)).toMatchObject({
      draft: { en: words('Torn'), vi: words('Một') },
      ...more,
      has_changes: true,
      scheduled_differs: false,
      publish_at: null,
      outdated: ['vi'],
    });
    expect(dataOf(await app.call(calls.contentPublish, { content_id, revision: 4 }, by(other)))).toEqual({ version: 3 });
    const texts = await app.sql('select language, title, changed_in from content_text where content_id = $1 and version = 3 order by 1', [
      content_id,
    ]);
    expect(texts).toEqual([
      { language: 'en', title: 'Torn', changed_in: 3 },
      { language: 'vi', title: 'Một', changed_in: 1 },
    ]);
  });

  it('set anew takes what is read then, and what is written since may lack the English text', async () => {
    const { content_id } = await created();
    dataOf(await save(content_id, 1, { en: words('One') }));
    dataOf(await app.call(calls.contentSchedule, { content_id, revision: 2, publish_at: inMinutes(10) }, by()));
    dataOf(await save(content_id, 2, { en: words('Two') }));
    dataOf(await app.call(calls.contentSchedule, { content_id, revision: 3, publish_at: inMinutes(20) }, by()));
    expect(await detail(content_id)).toMatchObject({ scheduled_differs: false });
    dataOf(await save(content_id, 3, { en: NO_WORDS, vi: words('Hai') }));
    await fallDue(content_id);
    const version = dataOf(await app.call(calls.contentVersionDetail, { content_id, version: 1 }, by()));
    expect(version.texts).toEqual([{ language: 'en', ...words('Two') }]);
    expect((await detail(content_id)).draft).toEqual({ vi: words('Hai') });
  });

  it('goes with what was scheduled when it is taken back, and when the draft is published at once', async () => {
    const { content_id } = await created();
    dataOf(await save(content_id, 1, { en: words('One') }));
    const schedule = (revision: number) =>
      app.call(calls.contentSchedule, { content_id, revision, publish_at: inMinutes(10) }, by()).then(dataOf);
    await schedule(2);
    dataOf(await save(content_id, 2, { en: words('Two') }));
    dataOf(await app.call(calls.contentUnschedule, { content_id }, by()));
    expect(await detail(content_id)).toMatchObject({ draft: { en: words('Two') }, scheduled_differs: false });
    await schedule(3);
    dataOf(await save(content_id, 3, { en: words('Three') }));
    dataOf(await app.call(calls.contentPublish, { content_id, revision: 4 }, by()));
    expect(await detail(content_id)).toMatchObject({ publish_at: null, has_changes: false, scheduled_differs: false });
    await run();
    expect((await detail(content_id)).versions).toHaveLength(1);
    expect(dataOf(await app.call(calls.contentVersionDetail, { content_id, version: 1 }, by())).texts).toMatchObject([{ title: 'Three' }]);
  });

  it('publishes the draft where an earlier release, which keeps nothing else, has scheduled it for another time', async () => {
    const { content_id } = await created();
    dataOf(await save(content_id, 1, { en: words('One') }));
    dataOf(await app.call(calls.contentSchedule, { content_id, revision: 2, publish_at: inMinutes(10) }, by()));
    dataOf(await save(content_id, 2, { en: words('Two') }));
    await app.sql(`update content_item set publish_at = now() - interval '1 second' where content_id = $1`, [content_id]);
    expect(await detail(content_id)).toMatchObject({ scheduled_differs: false });
    await run();
    expect(dataOf(await app.call(calls.contentVersionDetail, { content_id, version: 1 }, by())).texts).toMatchObject([{ title: 'Two' }]);
  });

  it.each([-1, 0, 366 * 24 * 60 + 5])('is no time %i minutes from now', async (minutes) => {
    const { content_id } = await created();
    dataOf(await save(content_id, 1, { en: words('Later') }));
    const input = { content_id, revision: 2, publish_at: inMinutes(minutes) };
    expect(await app.call(calls.contentSchedule, input, by())).toMatchObject({ msg: 'content_time_past' });
  });

  it('can be taken back, and set for the next version of what is published', async () => {
    const { content_id } = await created();
    dataOf(await save(content_id, 1, { en: words('One') }));
    expect(await app.call(calls.contentUnschedule, { content_id }, by())).toMatchObject({ msg: 'content_state' });
    dataOf(await app.call(calls.contentSchedule, { content_id, revision: 2, publish_at: inMinutes(5) }, by()));
    dataOf(await app.call(calls.contentUnschedule, { content_id }, by()));
    expect(await detail(content_id)).toMatchObject({ state: 'draft', publish_at: null });
    dataOf(await app.call(calls.contentPublish, { content_id, revision: 2 }, by()));
    const again = { content_id, revision: 2, publish_at: inMinutes(5) };
    expect(await app.call(calls.contentSchedule, again, by())).toMatchObject({ msg: 'content_unchanged' });
    dataOf(await save(content_id, 2, { en: words('Two') }));
    dataOf(await app.call(calls.contentSchedule, { ...again, revision: 3 }, by()));
    expect(await detail(content_id)).toMatchObject({ state: 'published', published_version: 1 });
    await fallDue(content_id);
    expect(await detail(content_id)).toMatchObject({ state: 'published', published_version: 2 });
  });
});

describe('withdrawing', () => {
  it('takes a text from readers, and publishing brings it back', async () => {
    const { content_id } = await created();
    dataOf(await save(content_id, 1, { en: words('One') }));
    expect(await app.call(calls.contentWithdraw, { content_id }, by())).toMatchObject({ msg: 'content_state' });
    dataOf(await app.call(calls.contentPublish, { content_id, revision: 2 }, by()));
    dataOf(await app.call(calls.contentWithdraw, { content_id }, by()));
    expect(await detail(content_id)).toMatchObject({ state: 'withdrawn' });
    expect(dataOf(await app.call(calls.contentPublish, { content_id, revision: 2 }, by()))).toEqual({ version: 2 });
  });

  it('is not for legal texts, which are replaced', async () => {
    const item = { kind: 'legal_statement', slug: 'legal-statement' } as const;
    const content_id = await publishTestContent(app, item, { en: textIn('Legal statement', 'Words.') });
    expect(await app.call(calls.contentWithdraw, { content_id }, by())).toMatchObject({ msg: 'content_state' });
  });
});

describe('the states', () => {
  const EVENTS: ContentEvent[] = ['schedule', 'unschedule', 'publish', 'withdraw'];
  const table: Record<ContentState, Partial<Record<ContentEvent, ContentState>>> = {
    draft: { schedule: 'scheduled', publish: 'published' },
    scheduled: { schedule: 'scheduled', unschedule: 'draft', publish: 'published' },
    published: { schedule: 'published', unschedule: 'published', publish: 'published', withdraw: 'withdrawn' },
    withdrawn: { schedule: 'scheduled', publish: 'published' },
  };

  it.each(CONTENT_STATES.flatMap((state) => EVENTS.map((event): [ContentState, ContentEvent] => [state, event])))(
    '%s, %s',
    (state, event) => {
      expect(next(contentMachine, state, event)).toBe(table[state][event]);
    },
  );
});

describe('acceptances', () => {
  it('are listed page by page, of all or of one party', async () => {
    const item = { kind: 'user_agreement', slug: 'user-agreement', must_accept: true } as const;
    const content_id = await publishTestContent(app, item, { en: textIn('User agreement', 'Words.') });
    const owners = await Promise.all(Array.from({ length: 3 }, async () => (await makeMerchant(app)).merchant_id));
    for (const owner of owners) {
      await app.sql(
        `insert into content_acceptance (owner_id, content_id, version, party, language, ip) values ($1, $2, 1, 'merchant', 'en', '10.0.0.1')`,
        [owner, content_id],
      );
    }
    const all = dataOf(await app.call(calls.contentAcceptances, { content_id }, by()));
    expect([all.list.length, all.total, all.next_cursor]).toEqual([3, 3, null]);
    const first = dataOf(await app.call(calls.contentAcceptances, { content_id, page_size: 2 }, by()));
    const rest = dataOf(await app.call(calls.contentAcceptances, { content_id, page_size: 2, cursor: first.next_cursor as string }, by()));
    expect([...first.list, ...rest.list]).toEqual(all.list);
    const turned = dataOf(await app.call(calls.contentAcceptances, { content_id, sort_order: 'asc' }, by()));
    expect(turned.list).toEqual(all.list.toReversed());
    const none = await app.call(
      calls.contentAcceptances,
      { content_id, time_from: '2000-01-01T00:00:00Z', time_to: '2000-01-02T00:00:00Z' },
      by(),
    );
    expect(dataOf(none).total).toBe(0);
    const one = dataOf(await app.call(calls.contentAcceptances, { content_id, owner_id: owners[0] as number }, by()));
    expect(one.list).toMatchObject([{ owner_id: owners[0], version: 1, ip: '10.0.0.1' }]);
  });
});

it.each([
  ['unknown detail', calls.contentDetail, {}],
  ['unknown save', calls.contentSave, { revision: 1, texts: {} }],
  ['unknown publish', calls.contentPublish, { revision: 1 }],
  ['unknown schedule', calls.contentSchedule, { revision: 1, publish_at: '2027-01-01T00:00:00Z' }],
  ['unknown unschedule', calls.contentUnschedule, {}],
  ['unknown withdraw', calls.contentWithdraw, {}],
  ['unknown restore', calls.contentRestore, { revision: 1, version: 1 }],
])('%s is refused', async (_, call, input) => {
  expect(await app.send(call, { content_id: uuidv7(), ...input }, by())).toMatchObject({ msg: 'content_unknown' });
});
