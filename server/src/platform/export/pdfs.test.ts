import { LANGUAGES } from '@purser/contract/language';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { readPdf, readPlaces } from '../testing/read-pdf.ts';
import type { PdfDocument } from './pdf-document.ts';
import { Pdfs } from './pdfs.ts';

const pdfs = new Pdfs();
afterAll(() => pdfs.close());

const document = (parts: Partial<PdfDocument> = {}): PdfDocument => ({
  language: 'en',
  title: 'A document',
  issuer: 'Harbour Books',
  blocks: [],
  foot: 'Made by Purser',
  madeAt: new Date('2026-11-25T08:00:00Z'),
  ...parts,
});
const textOf = async (parts: Partial<PdfDocument>): Promise<string> => (await readPdf(await pdfs.write(document(parts)))).join(' ');

/** Every script that a reader's language is written in, and what people of another put into theirs. */
const SENTENCES = [
  '对账单：期初余额、手续费与退款',
  '對帳單：期初餘額、手續費與退款',
  'Opening balance, fees – “quoted” € ₫ ¥',
  'Số dư đầu kỳ, phí xử lý: Đường Nguyễn Thị Ế, ằ ẳ ẵ ặ ữ ợ Ỹ',
];

describe('a PDF', () => {
  it.each(LANGUAGES)('for a reader of %s holds every script, as text that another program reads', async (language) => {
    const facts = SENTENCES.map((value) => ({ label: value.slice(0, 4), value }));
    const text = await textOf({ language, title: SENTENCES[LANGUAGES.indexOf(language)] ?? '', blocks: [{ kind: 'facts', facts }] });
    for (const sentence of SENTENCES) expect(text.normalize('NFC').replaceAll(' ', '')).toContain(sentence.replaceAll(' ', ''));
  });

  it('breaks what is wider than its place, between words or within one, and loses nothing of it', async () => {
    const value = `${'word '.repeat(60)}${'0123456789'.repeat(20)}${'商户订单'.repeat(60)}`;
    const text = await textOf({ blocks: [{ kind: 'facts', facts: [{ label: 'Remark', value }] }] });
    expect(text.replaceAll(' ', '')).toContain(value.replaceAll(' ', ''));
  });

  it('goes on over pages, with the titles of its columns on each and pages that are counted', async () => {
    const rows = Array.from({ length: 200 }, (_, at) => [`row ${at}`, String(at)]);
    const columns = [
      { title: 'Name', width: 3 },
      { title: 'Figure', width: 1, end: true },
    ];
    const pages = await readPdf(await pdfs.write(document({ blocks: [{ kind: 'table', columns, rows, total: ['All', '19900'] }] })));
    expect(pages.length).toBeGreaterThan(3);
    pages.forEach((page, at) => {
      expect(page).toContain('Name Figure');
      expect(page).toContain(`${at + 1} / ${pages.length}`);
    });
    const all = pages.join(' ');
    for (const [name = ''] of rows) expect(all).toContain(name);
    expect(all).toContain('All 19900');
  });

  it('breaks lines where the rules of writing allow it, and nowhere else', async () => {
    const columns = [{ title: 'Time', width: 1 }, ...Array.from({ length: 7 }, () => ({ title: 'x', width: 1 }))];
    const rows = [['2026-04-01 03:15:30'], ['商户对账单。期初余额，手续费。退款，余额。冻结，合计。']];
    const [page = []] = await readPlaces(await pdfs.write(document({ blocks: [{ kind: 'table', columns, rows }] })));
    const lines = page.map(({ text }) => text);
    expect(lines).toEqual(expect.arrayContaining(['2026-04-01', '03:15:30']));
    // Chinese marks that end something do not begin a line.
    expect(lines.filter((line) => /^[，。]/.test(line))).toEqual([]);
  });

  it('never breaks a figure: the columns of a table are as wide as its widest, or its letters smaller', async () => {
    const widest = '-9,999,999,999,999,999.99';
    for (const figures of [1, 5]) {
      const columns = [
        { title: 'Time', width: 3 },
        { title: 'Serial number', width: 3 },
        ...Array.from({ length: 5 }, () => ({ title: 'Available after', width: 2, end: true })),
      ];
      const cells = Array.from({ length: 5 }, (_, at) => (at < figures ? widest : '0.00'));
      const row = ['2026-04-01 03:15:30', 'PO6T4B9M2K1Q8Z7X5', ...cells];
      const table = { kind: 'table', dense: true, columns, rows: [row], total: row } as const;
      const [page = []] = await readPlaces(await pdfs.write(document({ blocks: [table] })));
      expect(page.filter(({ text }) => text === widest)).toHaveLength(2 * figures);
      const drawn = page.filter(({ text }) => row.includes(text));
      for (const one of drawn) {
        const beyond = drawn.find((other) => other !== one && other.y === one.y && other.x >= one.x && other.x < one.end);
        expect(beyond, `${one.text} runs into ${beyond?.text}`).toBeUndefined();
        expect(one.end).toBeLessThan(595 - 40);
      }
    }
  });

  it('says at the foot of a page that there would be more of it', async () => {
    const text = await textOf({ foot: `Statement · 10000001 · ${'海港书店'.repeat(20)}` });
    expect(text).toMatch(/Statement · 10000001 · 海港.*店?… 1 \/ 1/);
    expect(await textOf({})).toContain('Made by Purser 1 / 1');
  });

  it('shows nothing where a character is one that nobody sees', async () => {
    const text = await textOf({ blocks: [{ kind: 'note', text: 'La\u00adn\u200b \u202eAn\u202c \u2764\ufe0f 葛\u{e0100}\u2028城' }] });
    expect(text).toContain('Lan An');
    expect(text.replaceAll(' ', '')).toContain('葛城');
    expect(text).not.toMatch(/\p{Default_Ignorable_Code_Point}|\u2028/u);
  });

  it.each([
    ['สมชาย ใจดี', 'smchay aichdi'],
    ['محمد', 'mhmd'],
    ['김민수', 'GimMinSu'],
    ['שלום', 'slvm'],
    ['Anna 📚👍🏽', 'Anna :books::thumbsup:'],
    ['さくらカフェ', 'さくらカフェ'],
    ['x\u{10FFFD}y', 'x?y'],
  ])('spells in Latin letters what no font has: %s', async (name, shown) => {
    const text = await textOf({ blocks: [{ kind: 'facts', facts: [{ label: 'Name', value: `${name}.` }] }] });
    expect(text.replaceAll(' ', '')).toContain(`Name${shown.replaceAll(' ', '')}.`);
  });

  it('is the same file when it is written again, whatever it holds', async () => {
    const asked = document({ blocks: [{ kind: 'note', text: 'smile 😀\u0000 and go on' }] });
    const [one, other] = [await pdfs.write(asked), await pdfs.write(asked)];
    expect(one.equals(other)).toBe(true);
    expect((await readPdf(one)).join(' ')).toContain('and go on');
  });
});

const children = (): number[] => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

describe.runIf(process.platform === 'linux')('the process that writes PDFs', () => {
  it('may die of a document: that one fails, and the next one is written', async () => {
    const own = new Pdfs();
    const before = children();
    const rows = Array.from({ length: 20_000 }, (_, at) => [`row ${at}`]);
    const answer = own.write(document({ blocks: [{ kind: 'table', columns: [{ title: 'Name', width: 1 }], rows }] }));
    const failed = expect(answer).rejects.toThrow('ended before it answered');
    const child = await eventually(() => {
      const pid = children().find((each) => !before.includes(each));
      expect(pid).toBeDefined();
      return pid as number;
    });
    process.kill(child, 'SIGKILL');
    await failed;
    expect((await own.write(document())).subarray(0, 5).toString()).toBe('%PDF-');
    own.close();
    await eventually(() => expect(children().filter((pid) => !before.includes(pid))).toEqual([]));
  });

  it('is two at the most, and too many that wait are refused', async () => {
    const own = new Pdfs();
    const answers = await Promise.allSettled(Array.from({ length: 40 }, () => own.write(document())));
    const refused = answers.filter((answer) => answer.status === 'rejected' && answer.reason.outcome === 'busy');
    expect(refused).toHaveLength(40 - 2 - 32);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(34);
    own.close();
  });
});
