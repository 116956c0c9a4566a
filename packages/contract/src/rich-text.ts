import { z } from 'zod';
import { fileId, shownLine, shownText } from './fields.ts';

/**
 * Rich text as TipTap's editor gives it: a tree of nodes and marks. Only what stands in the tables below is taken, with these attributes and
 * no others, so that nothing reaches a reader's page that was not thought of here.
 */
export interface RichTextNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly RichTextNode[];
  readonly marks?: readonly RichTextMark[];
  readonly text?: string;
}
export interface RichTextMark {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
}
export interface RichText extends RichTextNode {
  readonly type: 'doc';
}

/** How deep nodes may stand in each other: five lists in lists. */
export const MOST_RICH_TEXT_DEPTH = 12;
export const MOST_RICH_TEXT_NODES = 4_000;
/** Characters of one text, all nodes together. */
export const MOST_RICH_TEXT_CHARACTERS = 60_000;
/** What a link may begin with. */
export const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel'] as const;
const LONGEST_LINK = 2_000;
/** Pictures of one text. */
export const MOST_RICH_TEXT_PICTURES = 40;
/** Of what a picture shows, in words, for who does not see it. */
export const LONGEST_PICTURE_WORDS = 300;
export const HEADING_LEVELS = [2, 3, 4] as const;

const BLOCKS = ['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'codeBlock', 'horizontalRule', 'image'];
const INLINE = ['text', 'hardBreak'];

interface NodeRule {
  /** What may stand in it. */
  readonly children: readonly string[];
  readonly attrs?: z.ZodType;
  readonly needsAttrs?: true;
  /** It has no meaning without something in it. */
  readonly needsContent?: true;
}

const NODES: Readonly<Record<string, NodeRule>> = {
  doc: { children: BLOCKS },
  paragraph: { children: INLINE },
  heading: { children: INLINE, attrs: z.strictObject({ level: z.literal(HEADING_LEVELS) }), needsAttrs: true },
  bulletList: { children: ['listItem'], needsContent: true },
  orderedList: {
    children: ['listItem'],
    attrs: z.strictObject({ start: z.number().int().min(1).max(9_999).default(1), type: z.null().optional() }).optional(),
    needsContent: true,
  },
  listItem: { children: ['paragraph', 'bulletList', 'orderedList', 'blockquote', 'codeBlock'], needsContent: true },
  blockquote: { children: BLOCKS, needsContent: true },
  codeBlock: { children: ['text'], attrs: z.strictObject({ language: z.null().optional() }).optional() },
  horizontalRule: { children: [] },
  // A picture is a file that was sent to Purser: a text names no address of one.
  image: {
    children: [],
    attrs: z.strictObject({ file_id: fileId, alt: shownLine.max(LONGEST_PICTURE_WORDS).refine((words) => words.trim() !== '') }),
    needsAttrs: true,
  },
  hardBreak: { children: [] },
  text: { children: [] },
};

const MARKS: Readonly<Record<string, z.ZodType | undefined>> = {
  bold: undefined,
  italic: undefined,
  underline: undefined,
  strike: undefined,
  code: undefined,
  link: z.strictObject({ href: z.string().refine((href) => linkAddress(href) !== undefined) }),
};

/**
 * The address as it is written into a page, or undefined where a link may not lead there: another scheme, a user name in front of the host
 * (behind which the real host goes unseen), white space and control characters, which browsers take out of an address.
 */
export function linkAddress(text: string): string | undefined {
  if (text.length > LONGEST_LINK || /[\s\p{Cc}\p{Cf}]/u.test(text)) return undefined;
  const address = URL.parse(text);
  const scheme = LINK_SCHEMES.find((known) => address?.protocol === `${known}:`);
  if (!address || scheme === undefined || address.username !== '' || address.password !== '') return undefined;
  if (scheme === 'mailto') return /^[^@?]+@[^@?]+$/.test(address.pathname) ? address.href : undefined;
  if (scheme === 'tel') return /^\+?[\d().-]+$/.test(address.pathname) ? address.href : undefined;
  return /^https?:\/\/[^/]/i.test(text) ? address.href : undefined;
}

/** What is wrong with a rich text: where, as the path of fields, and what. */
interface Problem {
  readonly path: (string | number)[];
  readonly message: string;
}

/** The first thing that is wrong with a text, or undefined. Looks at no more nodes than a text may have. */
export function richTextProblem(value: unknown): Problem | undefined {
  const budget = { nodes: MOST_RICH_TEXT_NODES, characters: MOST_RICH_TEXT_CHARACTERS, pictures: MOST_RICH_TEXT_PICTURES };
  return problemOf(value, ['doc'], [], 1, budget);
}

function problemOf(
  node: unknown,
  allowed: readonly string[],
  path: (string | number)[],
  depth: number,
  budget: { nodes: number; characters: number; pictures: number },
): Problem | undefined {
  const wrong = (message: string, ...at: (string | number)[]): Problem => ({ path: [...path, ...at], message });
  budget.nodes -= 1;
  if (budget.nodes < 0) return wrong(`more than ${MOST_RICH_TEXT_NODES} nodes`);
  if (depth > MOST_RICH_TEXT_DEPTH) return wrong(`nested deeper than ${MOST_RICH_TEXT_DEPTH}`);
  if (!isRecord(node)) return wrong('no node');
  const { type, attrs, content, marks, text } = node;
  const rule = typeof type === 'string' && Object.hasOwn(NODES, type) ? NODES[type] : undefined;
  if (!rule || !allowed.includes(type as string)) return wrong('this node may not stand here', 'type');
  const stray = Object.keys(node).find((key) => !(type === 'text' ? TEXT_KEYS : NODE_KEYS).has(key));
  if (stray !== undefined) return wrong('unknown field', stray);
  if (attrs !== undefined && !rule.attrs?.safeParse(attrs).success) return wrong('these attributes are not allowed', 'attrs');
  if (attrs === undefined && rule.needsAttrs) return wrong('attributes are missing', 'attrs');
  if (type === 'image') {
    budget.pictures -= 1;
    if (budget.pictures < 0) return wrong(`more than ${MOST_RICH_TEXT_PICTURES} pictures`);
  }
  if (type === 'text') {
    if (typeof text !== 'string' || text === '') return wrong('a text is not empty', 'text');
    budget.characters -= text.length;
    if (budget.characters < 0) return wrong(`longer than ${MOST_RICH_TEXT_CHARACTERS} characters`);
    if (!shownText.safeParse(text).success || !text.isWellFormed() || CONTROL.test(text)) return wrong('hidden characters', 'text');
  }
  if (marks !== undefined) {
    const ofMarks = type === 'text' || type === 'hardBreak' ? marksProblem(marks) : 'marks stand on text';
    if (ofMarks !== undefined) return wrong(ofMarks, 'marks');
  }
  if (content !== undefined && !Array.isArray(content)) return wrong('no list', 'content');
  if (rule.needsContent && (content ?? []).length === 0) return wrong('empty', 'content');
  for (const [index, child] of ((content ?? []) as unknown[]).entries()) {
    const problem = problemOf(child, rule.children, [...path, 'content', index], depth + 1, budget);
    if (problem) return problem;
  }
  return undefined;
}

const NODE_KEYS = new Set(['type', 'attrs', 'content', 'marks']);
const TEXT_KEYS = new Set(['type', 'text', 'marks']);
/** Control characters but for tab and line feed, which code has. */
// oxlint-disable-next-line eslint/no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

function marksProblem(marks: unknown): string | undefined {
  if (!Array.isArray(marks) || marks.length > Object.keys(MARKS).length) return 'too many marks';
  const seen = new Set<unknown>();
  for (const mark of marks as unknown[]) {
    if (!isRecord(mark) || typeof mark['type'] !== 'string' || !Object.hasOwn(MARKS, mark['type'])) return 'this mark is not allowed';
    if (seen.has(mark['type'])) return 'the same mark twice';
    seen.add(mark['type']);
    if (Object.keys(mark).some((key) => key !== 'type' && key !== 'attrs')) return 'unknown field of a mark';
    const rule = MARKS[mark['type']];
    if (rule ? !rule.safeParse(mark['attrs']).success : mark['attrs'] !== undefined) return 'these attributes of a mark are not allowed';
  }
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A rich text in a call. */
export const richText: z.ZodType<RichText> = z
  .custom<RichText>()
  .superRefine((value, context) => {
    const problem = richTextProblem(value);
    if (problem) context.addIssue({ code: 'custom', ...problem });
  })
  .meta({ description: "Rich text as TipTap's JSON: paragraphs, headings, lists, quotes, code, links, pictures" });

/** Whether there is nothing to read in it. */
export function isBlank(text: RichText): boolean {
  return plainTextOf(text).trim() === '';
}

/** The files of the pictures in it. */
export function picturesOf(node: RichTextNode): string[] {
  const own = node.type === 'image' ? [String(node.attrs?.['file_id'])] : [];
  return [...own, ...(node.content ?? []).flatMap(picturesOf)];
}

/** The text alone: a line for each block. */
export function plainTextOf(text: RichTextNode): string {
  const lines: string[] = [];
  let line = '';
  const walk = (node: RichTextNode): void => {
    if (node.type === 'text') line += node.text ?? '';
    if (node.type === 'hardBreak') line += ' ';
    for (const child of node.content ?? []) walk(child);
    if (LINES.has(node.type) && line !== '') {
      lines.push(line);
      line = '';
    }
  };
  walk(text);
  return lines.join('\n');
}
const LINES = new Set(['paragraph', 'heading', 'codeBlock']);
