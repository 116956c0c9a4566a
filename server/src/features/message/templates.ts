import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { OutcomeName } from '@purser/contract/errors';
import type {
  messageTemplateChange,
  messageTemplateList,
  messageTemplateReset,
  messageTemplateVersions,
} from '@purser/contract/features/message';
import { LANGUAGES, type Language } from '@purser/contract/language';
import {
  channelsOf,
  MESSAGE_KIND_NAMES,
  type MessageChannel,
  type MessageKind,
  variablesOf,
  wordingProblem,
  type WordingProblem,
} from '@purser/contract/message-kinds';
import { asStaff, readAsStaff } from '../../platform/commands/staff-acts.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { shippedWording, type Wording } from './render.ts';

interface Key {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly language: Language;
}

/** What every message says in every language. */
export function templates(platform: Platform): Promise<OutputOf<typeof messageTemplateList>> {
  return readAsStaff(platform, async (tx) => {
    const newest = await tx
      .selectFrom('message_template')
      .selectAll()
      .distinctOn(['kind', 'channel', 'language'])
      .orderBy('kind')
      .orderBy('channel')
      .orderBy('language')
      .orderBy('version', 'desc')
      .execute();
    const wordingFor = ({ kind, channel, language }: Key) => {
      const found = newest.find((row) => row.kind === kind && row.channel === channel && row.language === language);
      const changed = found?.subject != null && found.body !== null;
      const words = changed ? { subject: found.subject ?? '', body: found.body ?? '' } : shippedWording(kind, channel, language);
      return {
        language,
        ...words,
        version: found?.version ?? 0,
        changed,
        changed_by: found?.created_by ?? null,
        change_time: found?.create_time.toISOString() ?? null,
      };
    };
    return {
      templates: MESSAGE_KIND_NAMES.flatMap((kind) =>
        channelsOf(kind).map((channel) => {
          const { allowed, secret } = variablesOf(kind);
          const wordings = LANGUAGES.map((language) => wordingFor({ kind, channel, language }));
          return { kind, channel, variables: [...allowed], secret: [...secret], wordings };
        }),
      ),
    };
  });
}

export function versions(
  platform: Platform,
  { kind, channel, language }: ParsedInputOf<typeof messageTemplateVersions>,
): Promise<OutputOf<typeof messageTemplateVersions>> {
  mustExist({ kind, channel });
  return readAsStaff(platform, async (tx) => {
    const rows = await tx
      .selectFrom('message_template')
      .select(['version', 'subject', 'body', 'created_by', 'create_time'])
      .where('kind', '=', kind)
      .where('channel', '=', channel)
      .where('language', '=', language)
      .orderBy('version', 'desc')
      .limit(MOST_VERSIONS_SHOWN)
      .execute();
    return {
      versions: rows.map(({ version, subject, body, created_by, create_time }) => ({
        version,
        subject,
        body,
        changed_by: created_by,
        change_time: create_time.toISOString(),
      })),
    };
  });
}

const MOST_VERSIONS_SHOWN = 50;

type Changed = OutputOf<typeof messageTemplateChange>;

export function changeWording(
  platform: Platform,
  { subject, body, ...input }: ParsedInputOf<typeof messageTemplateChange>,
  context: StaffContext,
): Promise<Changed | Answer<Changed>> {
  const wording = { subject: subject.trim(), body: body.replaceAll('\r\n', '\n') };
  return store(platform, input, wording, context);
}

export function resetWording(
  platform: Platform,
  input: ParsedInputOf<typeof messageTemplateReset>,
  context: StaffContext,
): Promise<Changed | Answer<Changed>> {
  return store(platform, input, undefined, context);
}

const REFUSALS = {
  unknown_variable: 'message_variable_unknown',
  secret_in_subject: 'message_secret_in_subject',
  missing_variable: 'message_variable_missing',
} as const satisfies Record<WordingProblem['problem'], OutcomeName>;

/** Adds a version, with the shipped wording when there is none of its own. Of two who change one text at the same time, the second is refused. */
function store(
  platform: Platform,
  { version, ...key }: Key & { readonly version: number },
  wording: Wording | undefined,
  context: StaffContext,
): Promise<Changed | Answer<Changed>> {
  const { kind, channel, language } = key;
  mustExist(key);
  const action = wording ? 'message_template.change' : 'message_template.reset';
  return asStaff(platform, context, { action, details: { kind, channel, language, version: version + 1 } }, async (tx) => {
    if ((await newestVersion(tx, key)) !== version) throw refuse('message_template_changed');
    const problem = wording && wordingProblem(kind, wording);
    if (problem) throw refuse(REFUSALS[problem.problem], { variable: `{${problem.variable}}` });
    const { username } = await tx
      .selectFrom('staff')
      .select('username')
      .where('staff_id', '=', BigInt(context.staffId))
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('message_template')
      .values({ ...key, version: version + 1, subject: wording?.subject ?? null, body: wording?.body ?? null, created_by: username })
      .execute();
    return { version: version + 1 };
  });
}

/** The lock lets the second of two wait for the first, and then see what it did. */
async function newestVersion(tx: Tx, { kind, channel, language }: Key): Promise<number> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('message_template', 0))`);
  const { rows } = await tx.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from message_template where kind = $1 and channel = $2 and language = $3',
    [kind, channel, language],
  );
  return rows[0]?.version ?? 0;
}

function mustExist({ kind, channel }: Pick<Key, 'kind' | 'channel'>): void {
  if (!channelsOf(kind).includes(channel)) throw refuse('not_found');
}
