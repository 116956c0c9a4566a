import { describe, expect, it } from 'vitest';
import { csvDocument } from './csv-file.ts';
import { painDocument, type PaymentFile } from './pain001.ts';
import { painProblems } from './testing/validate.ts';

const DEBTOR = { holder_name: 'Purser Ltd', bank_name: 'House Bank', bank_code: 'DEUTDEFF500', account_number: 'DE89370400440532013000' };
const TRANSFER = {
  order_no: 'WF0123456789ABCD',
  holder_name: 'Công ty Trách nhiệm Hữu hạn 測試 & Söhne <"Ümlaut">',
  bank_name: 'First Bank',
  bank_code: '021000021',
  account_number: '1234567890',
  amount: '1200.00',
};
const FILE: PaymentFile = {
  file_no: 'BF0123456789ABCD',
  currency: 'USD',
  created: new Date('2026-11-22T10:00:00.123Z'),
  execution_date: '2026-11-23',
  debtor: DEBTOR,
  transfers: [TRANSFER, { ...TRANSFER, bank_code: '', account_number: 'GB82WEST12345698765432', amount: '0.01' }],
  total: '1200.01',
};

describe('a bank file as pain.001', () => {
  it('is valid under the schema, with every kind of account', () => {
    expect(painProblems(painDocument(FILE))).toEqual([]);
  });

  it('says who pays whom how much, to whichever bank', () => {
    const xml = painDocument(FILE);
    expect(xml).toContain('<InstdAmt Ccy="USD">1200.00</InstdAmt><');
    expect(xml).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>1200.01</CtrlSum>');
    expect(xml).toContain('<ReqdExctnDt><Dt>2026-11-23</Dt></ReqdExctnDt>');
    expect(xml).toContain('<Id><Othr><Id>1234567890</Id></Othr></Id>');
    expect(xml).toContain('<Id><IBAN>GB82WEST12345698765432</IBAN></Id>');
    expect(xml).toContain('<ClrSysMmbId><MmbId>021000021</MmbId></ClrSysMmbId>');
    expect(xml).toContain('<BICFI>DEUTDEFF500</BICFI>');
    expect(xml).toContain('測試 &amp; Söhne &lt;&quot;Ümlaut&quot;&gt;');
  });

  it.each([
    ['a name that is too long', '漢'.repeat(200)],
    ['astral characters', '😀'.repeat(140)],
    ['a half of one', 'a\ud800b'],
    ['what XML cannot say', 'a\u0001\uffffb'],
    ['markup', '</Nm><Nm>x'],
  ])('is valid whatever a holder is called: %s', (_, holder_name) => {
    const xml = painDocument({ ...FILE, transfers: [{ ...TRANSFER, holder_name }] });
    expect(painProblems(xml)).toEqual([]);
  });

  it('is proven by a schema that refuses what is wrong', () => {
    const xml = painDocument(FILE);
    const broken = [
      xml.replace('<MsgId>BF0123456789ABCD</MsgId>', ''),
      xml.replace('Ccy="USD"', 'Ccy="usd"'),
      xml.replace('>1200.00<', '>-1.00<'),
      xml.replace('<Dt>2026-11-23<', '<Dt>23.11.2026<'),
      xml.replace('<PmtMtd>TRF<', '<PmtMtd>CARD<'),
      xml.replace('<BICFI>DEUTDEFF500<', '<BICFI>021000021<'),
      xml.replace(/<Cdtr>.*?<\/Cdtr>/, '').replace('<CdtrAgt>', '<Cdtr><Nm>x</Nm></Cdtr><CdtrAgt>'),
    ];
    for (const wrong of broken) {
      expect(wrong).not.toBe(xml);
      expect(painProblems(wrong), wrong).not.toEqual([]);
    }
  });
});

it('is written as CSV in which nothing acts as a formula', () => {
  const csv = csvDocument({ ...FILE, transfers: [{ ...TRANSFER, holder_name: '=HYPERLINK("http://x")', bank_name: '@bank, "first"' }] });
  expect(csv.split('\r\n')).toEqual([
    '\ufefffile_no,order_no,holder_name,account_number,bank_code,bank_name,currency,amount,execution_date',
    `BF0123456789ABCD,WF0123456789ABCD,"'=HYPERLINK(""http://x"")",1234567890,021000021,"'@bank, ""first""",USD,1200.00,2026-11-23`,
    '',
  ]);
});
