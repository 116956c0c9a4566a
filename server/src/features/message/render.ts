import { LANGUAGE_TAGS, type Language } from '@purser/contract/language';
import type { MessageChannel, MessageKind } from '@purser/contract/message-kinds';
import { fillText } from '@purser/contract/text';
import { en } from '@purser/i18n/message/en';
import { vi } from '@purser/i18n/message/vi';
import { zhHans } from '@purser/i18n/message/zh-hans';
import { zhHant } from '@purser/i18n/message/zh-hant';
import { escapeHtml } from '../../platform/http/escape-html.ts';

/** The words of a message, with its variables in braces. A text message has no subject. */
export interface Wording {
  readonly subject: string;
  readonly body: string;
}

export type MessageValues = Readonly<Record<string, string>>;

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const SHIPPED: Readonly<Record<Language, Readonly<Record<string, string>>>> = { zh_Hans: zhHans, zh_Hant: zhHant, en, vi };

/** The wording that Purser comes with. */
export function shippedWording(kind: MessageKind, channel: MessageChannel, language: Language): Wording {
  const texts = SHIPPED[language];
  return channel === 'sms'
    ? { subject: '', body: texts[`${kind}.sms`] ?? '' }
    : { subject: texts[`${kind}.subject`] ?? '', body: texts[`${kind}.body`] ?? '' };
}

export function renderText({ body }: Wording, values: MessageValues): string {
  return fillText(body, onOneLine(values));
}

/** A mail's three parts, all made of the same words. The HTML part loads nothing and looks right in the dark. */
export function renderMail({ subject, body }: Wording, given: MessageValues, language: Language): RenderedMail {
  const values = onOneLine(given);
  const paragraphs = body
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  const title = fillText(subject, values).replaceAll(/\s+/g, ' ').trim();
  return {
    subject: title,
    text: `${paragraphs.map((paragraph) => fillText(paragraph, values)).join('\n\n')}\n`,
    html: page(title, paragraphs.map((paragraph) => block(paragraph, values)).join('\n'), values['service'] ?? '', language),
  };
}

const LONGEST_VALUE = 500;

/** What people have named themselves must not begin a line, or a header, of its own. */
function onOneLine(values: MessageValues): MessageValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, LONGEST_VALUE)]),
  );
}

function block(paragraph: string, values: MessageValues): string {
  if (paragraph === '{link}') return linkBlock(values['link'] ?? '');
  if (paragraph === '{code}') return `<p class="code" style="${CODE}">${escapeHtml(values['code'] ?? '')}</p>`;
  return `<p style="${PARAGRAPH}">${escapeHtml(fillText(paragraph, values)).replaceAll('\n', '<br>')}</p>`;
}

/** The address is shown as well: whoever cannot use the button, or wants to see where it leads, reads it. */
function linkBlock(link: string): string {
  const address = escapeHtml(link);
  if (!/^https?:\/\//.test(link)) return `<p style="${PARAGRAPH}">${address}</p>`;
  return [
    `<p style="${PARAGRAPH}"><a class="button" href="${address}" style="${BUTTON}">${escapeHtml(URL.parse(link)?.host ?? link)} &#8594;</a></p>`,
    `<p class="quiet" style="${QUIET}">${address}</p>`,
  ].join('\n');
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei','Noto Sans',sans-serif";
const PARAGRAPH = 'margin:0 0 16px;font-size:16px;line-height:1.5';
const QUIET = 'margin:0 0 16px;font-size:13px;line-height:1.5;color:#5b6472;word-break:break-all';
const CODE = 'margin:0 0 16px;font-size:32px;line-height:1.25;font-weight:600;letter-spacing:6px;font-variant-numeric:tabular-nums';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1b56e0;color:#ffffff;text-decoration:none;font-weight:600';
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){body,.ground{background:#12151b!important;color:#e8ebf0!important}.card{background:#1b2029!important;border-color:#2c3340!important}.quiet{color:#a3adbb!important}.button{background:#3d74f0!important}}`;

function page(title: string, content: string, service: string, language: Language): string {
  return `<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body style="margin:0;background:#f3f5f8;color:#1a2029;${FONT}">
<table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f8">
<tr><td align="center" style="padding:24px 12px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dfe4ea;border-radius:12px">
<tr><td style="padding:28px 28px 12px;text-align:left;${FONT}">
<p style="margin:0 0 20px;font-size:15px;font-weight:600">${escapeHtml(service)}</p>
${content}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
