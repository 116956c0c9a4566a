import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, type Language } from '@purser/contract/language';
import { LANGUAGE_COOKIE } from '@purser/contract/payer-pages';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../platform/http/escape-html.ts';
import { languageIn, languageOfPage } from '../platform/http/payer-request.ts';
import type { Mailbox, ReceivedMessage } from '../platform/mailbox.ts';

const PATH = '/demo/mailbox';

interface Texts {
  readonly title: string;
  readonly hint: string;
  readonly empty: string;
  readonly to: string;
  readonly mail: string;
  readonly sms: string;
  readonly refresh: string;
  readonly languages: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  zh_Hans: {
    title: '演示邮箱',
    hint: '演示中发出的邮件和短信都在这里，不会发给任何人。',
    empty: '还没有消息。',
    to: '收件人',
    mail: '邮件',
    sms: '短信',
    refresh: '刷新',
    languages: '语言',
  },
  zh_Hant: {
    title: '示範信箱',
    hint: '示範中發出的郵件和簡訊都在這裡，不會傳給任何人。',
    empty: '尚無訊息。',
    to: '收件人',
    mail: '郵件',
    sms: '簡訊',
    refresh: '重新整理',
    languages: '語言',
  },
  en: {
    title: 'Demo mailbox',
    hint: 'Mail and text messages of the demo end here. Nothing is sent to anybody.',
    empty: 'There are no messages yet.',
    to: 'To',
    mail: 'Mail',
    sms: 'Text message',
    refresh: 'Refresh',
    languages: 'Language',
  },
  vi: {
    title: 'Hộp thư thử nghiệm',
    hint: 'Thư và tin nhắn SMS của bản thử nghiệm đều nằm ở đây, không gửi cho ai cả.',
    empty: 'Chưa có tin nhắn nào.',
    to: 'Người nhận',
    mail: 'Thư điện tử',
    sms: 'Tin nhắn SMS',
    refresh: 'Làm mới',
    languages: 'Ngôn ngữ',
  },
};

/** Shows what a demo has sent, to whoever sits at its machine: a demo listens on loopback only. */
export function mailboxPage(mailbox: Mailbox) {
  return async (fastify: FastifyInstance): Promise<void> => {
    fastify.get(PATH, async (request, reply) => {
      const asked = languageIn((request.query as Readonly<Record<string, string | undefined>>)['language']);
      if (asked) reply.setCookie(LANGUAGE_COOKIE, asked, { path: '/', sameSite: 'lax' });
      const language = asked ?? languageOfPage(request);
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(page(mailbox.messages, language, request.cspNonce));
    });
  };
}

function page(messages: readonly ReceivedMessage[], language: Language, nonce: string): string {
  const t = TEXTS[language];
  const choices = LANGUAGES.map((one) => {
    const current = one === language ? ' aria-current="true"' : '';
    return `<a href="${PATH}?language=${one}" lang="${LANGUAGE_TAGS[one]}"${current}>${LANGUAGE_NAMES[one]}</a>`;
  });
  return `<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${t.title} · Purser</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<header>
<h1>${t.title}</h1>
<p>${t.hint}</p>
<nav aria-label="${t.languages}">${choices.join('\n')}</nav>
<a class="button" href="${PATH}">${t.refresh}</a>
</header>
<main>
${messages.length === 0 ? `<p class="empty">${t.empty}</p>` : messages.map((message) => article(message, t)).join('\n')}
</main>
</body>
</html>
`;
}

function article({ channel, to, language, subject, text, receivedAt }: ReceivedMessage, t: Texts): string {
  const time = receivedAt.toISOString();
  return `<article>
<h2 lang="${LANGUAGE_TAGS[language]}">${escapeHtml(subject || t.sms)}</h2>
<p class="facts"><span>${channel === 'mail' ? t.mail : t.sms}</span> <span>${t.to} <b>${escapeHtml(to)}</b></span> <time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></p>
<div class="text" lang="${LANGUAGE_TAGS[language]}">${linked(text.trim())}</div>
</article>`;
}

/** The text with its addresses as links. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('');
}

const STYLE = `
:root{--ground:#f3f5f8;--card:#fff;--line:#dfe4ea;--text:#1a2029;--quiet:#5b6472;--accent:#1b56e0}
@media (prefers-color-scheme:dark){:root{--ground:#12151b;--card:#1b2029;--line:#2c3340;--text:#e8ebf0;--quiet:#a3adbb;--accent:#86a8ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 -apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC','Noto Sans',sans-serif}
header,main{max-width:720px;margin:0 auto;padding:0 16px}
header{padding-top:32px}
h1{font-size:24px;line-height:1.25;margin:0 0 4px}
header p{margin:0 0 12px;color:var(--quiet)}
a{color:var(--accent)}
nav{display:flex;flex-wrap:wrap;margin:0 -8px 8px}
nav a,.button{display:inline-flex;align-items:center;justify-content:center;min-width:44px;min-height:44px;padding:0 8px;text-decoration:none}
nav a[aria-current]{font-weight:600;color:var(--text)}
.button{padding:0 16px;border:1px solid var(--line);border-radius:8px;background:var(--card);font-weight:600;margin-bottom:16px}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:8px}
article,.empty{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:16px 20px;margin:0 0 16px}
.empty{color:var(--quiet)}
h2{font-size:18px;line-height:1.35;margin:0 0 4px;overflow-wrap:anywhere}
.facts{display:flex;flex-wrap:wrap;gap:4px 16px;margin:0 0 12px;color:var(--quiet);font-size:14px;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.facts b{color:var(--text);font-weight:500}
.text{white-space:pre-line;overflow-wrap:anywhere}
`;
