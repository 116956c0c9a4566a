import { PUBLIC_PICTURE_PATH, publicPicturePath } from '@purser/contract/file-purpose';
import { HEADING_LEVELS, linkAddress, LINK_SCHEMES, type RichText, type RichTextMark, type RichTextNode } from '@purser/contract/rich-text';
import sanitizeHtml from 'sanitize-html';
import { escapeHtml } from '../platform/http/escape-html.ts';

/**
 * The HTML that readers are served of a rich text that the contract's schema has taken. It is built of escaped text and of a few elements
 * named here, and then cleaned by a parser that knows nothing of this builder: each of the two would have to fail before anything runs.
 */
export function richTextHtml(text: RichText): string {
  return cleanHtml(htmlOf(text, { headings: 0 }));
}

/** How often each heading was met, for the numbers that one can link to. */
interface Seen {
  headings: number;
}

function htmlOf(node: RichTextNode, seen: Seen): string {
  const inner = (): string => (node.content ?? []).map((child) => htmlOf(child, seen)).join('');
  switch (node.type) {
    case 'doc':
      return inner();
    case 'paragraph':
      return `<p>${inner()}</p>`;
    case 'heading': {
      const level = HEADING_LEVELS.find((known) => known === node.attrs?.['level']) ?? HEADING_LEVELS[0];
      seen.headings += 1;
      return `<h${level} id="s${seen.headings}">${inner()}</h${level}>`;
    }
    case 'bulletList':
      return `<ul>${inner()}</ul>`;
    case 'orderedList': {
      const start = Number(node.attrs?.['start'] ?? 1);
      return `<ol${start === 1 ? '' : ` start="${start}"`}>${inner()}</ol>`;
    }
    case 'listItem':
      return `<li>${inner()}</li>`;
    case 'blockquote':
      return `<blockquote>${inner()}</blockquote>`;
    case 'codeBlock':
      return `<pre><code>${inner()}</code></pre>`;
    case 'horizontalRule':
      return '<hr />';
    case 'hardBreak':
      return '<br />';
    case 'image':
      return `<img src="${publicPicturePath(String(node.attrs?.['file_id']))}" alt="${escapeHtml(String(node.attrs?.['alt']))}" loading="lazy" />`;
    case 'text':
      return (node.marks ?? []).toReversed().reduce((html, mark) => marked(html, mark), escapeHtml(node.text ?? ''));
    default:
      throw new Error(`no HTML for the node ${node.type}`);
  }
}

const ELEMENTS: Readonly<Record<string, string>> = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' };

function marked(html: string, { type, attrs }: RichTextMark): string {
  if (type !== 'link') return `<${ELEMENTS[type]}>${html}</${ELEMENTS[type]}>`;
  const address = linkAddress(String(attrs?.['href']));
  return address === undefined ? html : `<a href="${escapeHtml(address)}"${leaving(address)}>${html}</a>`;
}

/** A page of another site opens beside ours, and learns nothing of it. */
function leaving(address: string): string {
  return /^https?:/.test(address) ? ' target="_blank" rel="noopener noreferrer"' : '';
}

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br', 'strong', 'em', 'u', 's', 'a', 'img'],
  allowedAttributes: { a: ['href', 'target', 'rel'], ol: ['start'], h2: ['id'], h3: ['id'], h4: ['id'], img: ['src', 'alt', 'loading'] },
  // A picture of another site would tell it who reads, and data of a text's own are not written anew by us.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !PUBLIC_PICTURE_PATH.test(attribs['src'] ?? ''),
  allowedSchemes: [...LINK_SCHEMES],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  allowedClasses: {},
  allowedStyles: {},
  disallowedTagsMode: 'discard',
  // As deep as the schema lets a text be, and a mark of each kind.
  nestingLimit: 24,
};

/** Drops every element, attribute and address that is not allowed. What the builder makes comes through unchanged. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, ALLOWED);
}
