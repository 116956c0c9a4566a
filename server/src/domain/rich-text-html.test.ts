import {
  MOST_RICH_TEXT_DEPTH,
  MOST_RICH_TEXT_NODES,
  MOST_RICH_TEXT_PICTURES,
  richText,
  richTextProblem,
  linkAddress,
  plainTextOf,
  type RichText,
} from '@purser/contract/rich-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanHtml, richTextHtml } from './rich-text-html.ts';

const paragraph = (text: string, marks?: object[]) => ({ type: 'paragraph', content: [{ type: 'text', text, ...(marks && { marks }) }] });
const doc = (...content: object[]) => ({ type: 'doc', content }) as unknown as RichText;
const link = (href: string) => [{ type: 'link', attrs: { href } }];
const FILE = 'F'.repeat(30);
const picture = { type: 'image', attrs: { file_id: FILE, alt: 'x' } };

const WHOLE = doc(
  { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Fees & "limits" <1 %' }] },
  paragraph('plain', [{ type: 'bold' }, { type: 'italic' }, { type: 'link', attrs: { href: 'https://example.com/?a=1&b=2' } }]),
  {
    type: 'bulletList',
    content: [
      {
        type: 'listItem',
        content: [paragraph('one'), { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('two')] }] }],
      },
    ],
  },
  { type: 'orderedList', attrs: { start: 3, type: null }, content: [{ type: 'listItem', content: [paragraph('three')] }] },
  { type: 'blockquote', content: [paragraph('said')] },
  { type: 'codeBlock', attrs: { language: null }, content: [{ type: 'text', text: 'if (a < b) {\n\treturn;\n}' }] },
  { type: 'horizontalRule' },
  { type: 'image', attrs: { file_id: FILE, alt: 'A "key" <and> a card' } },
  {
    type: 'paragraph',
    content: [{ type: 'text', text: 'a' }, { type: 'hardBreak' }, { type: 'text', text: 'b', marks: [{ type: 'code' }] }],
  },
);

/** Attacks of the OWASP cheat sheet on filters, mutation attacks on parsers, and what hides a scheme. */
const ATTACKS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img src=`javascript:alert(1)`>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text x="20" y="20">x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math href="javascript:alert(1)">x</math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<title><img title="</title><img src=x onerror=alert(1)>"></title>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=="></object>',
  '<embed src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jAvAsCrIpT:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href=" &#14;  javascript:alert(1);">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;:alert(1)">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A&#x61">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="java&Tab;script:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="https://x" onclick="alert(1)" style="position:fixed">x</a>',
  '<a href="https://x" target="_self" rel="opener" class="login">x</a>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<div style="position:fixed;inset:0">x</div>',
  '<style>@import "//evil.example/x.css";</style>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<marquee onstart=alert(1)>',
  '<isindex type=image src=1 onerror=alert(1)>',
  '<img src="https://evil.example/x.png" alt="x">',
  '<img src="//evil.example/picture/FFFFFFFFFFFFFFFFFFFFFFFFFFFFFF">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src="/picture/../v1/merchant/account/detail">',
  '<img src="/picture/FFFFFFFFFFFFFFFFFFFFFFFFFFFFFF?x" alt="x">',
  '<img src="/picture/FFFFFFFFFFFFFFFFFFFFFFFFFFFFFF" srcset="https://evil.example/x.png 2x" onload=alert(1)>',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '<h2 id="x" onclick=alert(1)>x</h2>',
  '"><img src=x onerror=alert(1)>',
  '\u2028<img src=x onerror=alert(1)>',
  '<p>\u0000<img src=x onerror\u0000=alert(1)>',
];

/** Elements and attributes that may stand in a text; anything else between "<" and ">" is an attack that came through. */
const HARMLESS =
  /^<(\/?(p|h[234]|ul|ol|li|blockquote|pre|code|strong|em|u|s|a)|(hr|br) \/|img src="\/picture\/F{30}"( alt="[^"]*")?( loading="lazy")? \/|h[234] id="[^"]*"|ol start="\d+"|a( (href="(https?|mailto|tel):[^"<>]*"|target="[^"<>]*"|rel="[^"<>]*"))*)>$/;
const tagsOf = (html: string): string[] => html.match(/<[^>]*>?/g) ?? [];
const expectHarmless = (html: string): void => expect(tagsOf(html).filter((tag) => !HARMLESS.test(tag))).toEqual([]);

describe('the HTML of a text', () => {
  it('says what the text says, in plain elements', () => {
    expect(richTextProblem(WHOLE)).toBeUndefined();
    expect(richTextHtml(WHOLE)).toBe(
      '<h2 id="s1">Fees &amp; "limits" &lt;1 %</h2>' +
        '<p><strong><em><a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">plain</a></em></strong></p>' +
        '<ul><li><p>one</p><ul><li><p>two</p></li></ul></li></ul>' +
        '<ol start="3"><li><p>three</p></li></ol>' +
        '<blockquote><p>said</p></blockquote>' +
        '<pre><code>if (a &lt; b) {\n\treturn;\n}</code></pre><hr />' +
        `<img src="/picture/${FILE}" alt="A &quot;key&quot; &lt;and&gt; a card" loading="lazy" />` +
        '<p>a<br />b</p>'.replace('<br />b', '<br /><code>b</code>'),
    );
  });

  it.each(ATTACKS)('shows %j as the words that they are', (attack) => {
    const shown = attack.replaceAll(/[^\P{Cc}\t\n]|\u2028/gu, '');
    for (const text of [
      doc(paragraph(shown)),
      doc(paragraph(shown, [{ type: 'code' }])),
      doc({ type: 'codeBlock', content: [{ type: 'text', text: shown.replaceAll(/[\t\n]/g, ' ') }] }),
    ]) {
      expect(richTextProblem(text)).toBeUndefined();
      expectHarmless(richTextHtml(text));
    }
  });

  it.each(ATTACKS)('the cleaner alone leaves nothing that runs of %j', (attack) => {
    for (const html of [attack, `<p>${attack}</p>`, `<ul><li>${attack}`, `${attack}${attack}`]) {
      const clean = cleanHtml(html);
      expectHarmless(clean);
      // Nothing turns into something else by being parsed once more, as a browser does.
      expectHarmless(cleanHtml(clean));
      expect(cleanHtml(cleanHtml(clean))).toBe(cleanHtml(clean));
    }
  });

  it('comes through the cleaner unchanged, whatever the text is', () => {
    const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    const texts = fc.array(fc.tuple(words, fc.subarray(['bold', 'italic', 'code', 'underline', 'strike'])), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 5 }), (paragraphs) => {
        const text = doc(
          ...paragraphs.map((runs) => ({
            type: 'paragraph',
            content: runs.map(([run, marks]) => ({
              type: 'text',
              text: run,
              ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
            })),
          })),
        );
        fc.pre(richTextProblem(text) === undefined);
        const html = richTextHtml(text);
        expectHarmless(html);
        expect(cleanHtml(html)).toBe(html);
      }),
    );
  });
});

describe('a link', () => {
  it.each(['https://example.com/a?b=c#d', 'http://example.com/', 'mailto:help@example.com', 'tel:+84912345678'])(
    'may lead to %s',
    (href) => {
      expect(linkAddress(href)).toBe(href);
      expect(richTextHtml(doc(paragraph('x', link(href))))).toContain(`<a href="${href}"`);
    },
  );

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript\u200b:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://example.com/x',
    'file:///etc/passwd',
    'ftp://example.com',
    '//evil.example',
    '/help',
    'help',
    'https:evil.example',
    'https:///evil.example',
    'https://bank.example@evil.example/',
    'https://user:password@evil.example/',
    'https://exa mple.com',
    'mailto:',
    'mailto:nobody',
    'tel:',
    'tel:+84;drop',
    '',
    `https://example.com/${'x'.repeat(2_000)}`,
  ])('may not lead to %j', (href) => {
    expect(linkAddress(href)).toBeUndefined();
    expect(richTextProblem(doc(paragraph('x', link(href))))?.path).toEqual(['content', 0, 'content', 0, 'marks']);
  });

  it('leaves our page without telling the other one, and only when it leaves', () => {
    expect(richTextHtml(doc(paragraph('x', link('https://example.com/'))))).toContain('target="_blank" rel="noopener noreferrer"');
    expect(richTextHtml(doc(paragraph('x', link('mailto:a@example.com'))))).not.toContain('target');
  });
});

describe('a text', () => {
  it.each([
    [null, 'no node'],
    ['<p>x</p>', 'no node'],
    [{ type: 'paragraph' }, 'may not stand here'],
    [doc({ type: 'image', attrs: { src: 'https://evil.example/x.png', alt: 'x' } }), 'attributes'],
    [doc({ type: 'image', attrs: { src: 'data:image/png;base64,AA', alt: 'x' } }), 'attributes'],
    [doc({ type: 'image', attrs: { file_id: `/${'F'.repeat(29)}`, alt: 'x' } }), 'attributes'],
    [doc({ type: 'image', attrs: { file_id: FILE, alt: ' ' } }), 'attributes'],
    [doc({ type: 'image', attrs: { file_id: FILE } }), 'attributes'],
    [doc({ type: 'image', attrs: { file_id: FILE, alt: 'x', onload: 'alert(1)' } }), 'attributes'],
    [doc({ type: 'image' }), 'attributes'],
    [doc({ type: 'paragraph', content: [picture] }), 'may not stand here'],
    [doc(...Array.from({ length: MOST_RICH_TEXT_PICTURES + 1 }, () => picture)), 'pictures'],
    [doc({ type: 'iframe' }), 'may not stand here'],
    [doc({ type: 'constructor' }), 'may not stand here'],
    [doc({ type: '__proto__' }), 'may not stand here'],
    [doc(doc()), 'may not stand here'],
    [doc({ type: 'text', text: 'x' }), 'may not stand here'],
    [doc({ type: 'listItem', content: [paragraph('x')] }), 'may not stand here'],
    [doc({ type: 'bulletList', content: [paragraph('x')] }), 'may not stand here'],
    [doc({ type: 'bulletList' }), 'empty'],
    [doc({ type: 'heading', attrs: { level: 1 } }), 'attributes'],
    [doc({ type: 'heading' }), 'attributes'],
    [doc({ type: 'heading', attrs: { level: 2, onclick: 'alert(1)' } }), 'attributes'],
    [doc({ ...paragraph('x'), attrs: { style: 'position:fixed' } }), 'attributes'],
    [doc({ ...paragraph('x'), html: '<script>' }), 'unknown field'],
    [doc({ type: 'paragraph', content: [{ type: 'text', text: '' }] }), 'not empty'],
    [doc({ type: 'paragraph', content: [{ type: 'text', text: { toString: 'x' } }] }), 'not empty'],
    [doc(paragraph('a\u0000b')), 'hidden'],
    [doc(paragraph('a\u202eb')), 'hidden'],
    [doc(paragraph('a\ud800b')), 'hidden'],
    [doc({ type: 'paragraph', content: 'x' }), 'no list'],
    [doc({ type: 'paragraph', marks: [{ type: 'bold' }] }), 'marks stand on text'],
    [doc(paragraph('x', [{ type: 'textStyle', attrs: { color: 'red' } }])), 'mark'],
    [doc(paragraph('x', [{ type: 'bold', attrs: { class: 'x' } }])), 'attributes of a mark'],
    [doc(paragraph('x', [{ type: 'bold' }, { type: 'bold' }])), 'twice'],
    [doc(paragraph('x', [{ type: 'link' }])), 'attributes of a mark'],
    [doc(paragraph('x', [{ type: 'link', attrs: { href: 'https://x.example', onclick: 'alert(1)' } }])), 'attributes of a mark'],
  ])('that is %j is refused', (value, message) => {
    expect(richTextProblem(value)?.message).toContain(message);
    expect(richText.safeParse(value).success).toBe(false);
  });

  it('is refused when it is too deep, too large or too long, without being read to its end', () => {
    let deep: object = paragraph('x');
    for (let level = 0; level < 200_000; level += 1) deep = { type: 'blockquote', content: [deep] };
    expect(richTextProblem(doc(deep))?.message).toContain(`deeper than ${MOST_RICH_TEXT_DEPTH}`);
    const rules = Array.from({ length: 400_000 }, () => ({ type: 'horizontalRule' }));
    Object.defineProperty(rules, rules.length - 1, { get: () => expect.fail('it was read to its end') });
    expect(richTextProblem({ type: 'doc', content: rules })?.message).toContain(`more than ${MOST_RICH_TEXT_NODES}`);
    expect(richTextProblem(doc(paragraph('x'.repeat(60_001))))?.message).toContain('longer than');
  });

  it('names the place of what is wrong', () => {
    const refused = richText.safeParse(doc(paragraph('x'), { type: 'blockquote', content: [{ type: 'video' }] }));
    expect(refused.error?.issues[0]?.path).toEqual(['content', 1, 'content', 0, 'type']);
  });

  it('is read as lines', () => {
    expect(plainTextOf(WHOLE)).toBe('Fees & "limits" <1 %\nplain\none\ntwo\nthree\nsaid\nif (a < b) {\n\treturn;\n}\na b');
  });
});
