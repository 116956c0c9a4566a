import { isBic, isIban } from '@purser/contract/bank-account';

/** A party's account at a bank, with the whole number. */
export interface BankAccount {
  readonly holder_name: string;
  readonly bank_name: string;
  /** BIC, or the code of a national clearing system; may be empty beside an IBAN. */
  readonly bank_code: string;
  readonly account_number: string;
}

/** One payment of a file. */
export interface Transfer extends BankAccount {
  /** Names the payment to both sides: at most 35 characters. */
  readonly order_no: string;
  /** In the currency, as ISO 4217 counts it: "1200.00". */
  readonly amount: string;
}

export interface PaymentFile {
  /** At most 35 characters. */
  readonly file_no: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly created: Date;
  /** The day on which the bank is to pay: "2026-11-30". */
  readonly execution_date: string;
  readonly debtor: BankAccount;
  readonly transfers: readonly Transfer[];
  /** The sum of all amounts, as they are written. */
  readonly total: string;
}

/** The version of the message that is written. */
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
/** Max140Text. */
const LONGEST_NAME = 140;

/** A customer credit transfer initiation of ISO 20022 with one payment instruction: pain.001.001.09. */
export function painDocument(file: PaymentFile): string {
  const { file_no, currency, created, execution_date, debtor, transfers, total } = file;
  const count = String(transfers.length);
  const head = element('GrpHdr', [
    element('MsgId', file_no),
    element('CreDtTm', created.toISOString()),
    element('NbOfTxs', count),
    element('CtrlSum', total),
    element('InitgPty', [name(debtor)]),
  ]);
  const instruction = element('PmtInf', [
    element('PmtInfId', file_no),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', 'true'),
    element('NbOfTxs', count),
    element('CtrlSum', total),
    element('ReqdExctnDt', [element('Dt', execution_date)]),
    element('Dbtr', [name(debtor)]),
    element('DbtrAcct', [account(debtor), element('Ccy', currency)]),
    element('DbtrAgt', [agent(debtor)]),
    ...transfers.map((transfer) => creditTransfer(transfer, currency)),
  ]);
  const message = element('CstmrCdtTrfInitn', [head, instruction]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}">${message}</Document>\n`;
}

function creditTransfer(transfer: Transfer, currency: string): string {
  const { order_no, amount } = transfer;
  return element('CdtTrfTxInf', [
    element('PmtId', [element('InstrId', order_no), element('EndToEndId', order_no)]),
    element('Amt', [`<InstdAmt Ccy="${escaped(currency)}">${escaped(amount)}</InstdAmt>`]),
    element('CdtrAgt', [agent(transfer)]),
    element('Cdtr', [name(transfer)]),
    element('CdtrAcct', [account(transfer)]),
    element('RmtInf', [element('Ustrd', order_no)]),
  ]);
}

function name({ holder_name }: BankAccount): string {
  return element('Nm', shortened(holder_name));
}

function account({ account_number }: BankAccount): string {
  const number = isIban(account_number) ? element('IBAN', account_number) : element('Othr', [element('Id', account_number)]);
  return element('Id', [number]);
}

function agent({ bank_code, bank_name }: BankAccount): string {
  const code = isBic(bank_code)
    ? [element('BICFI', bank_code)]
    : bank_code === ''
      ? []
      : [element('ClrSysMmbId', [element('MmbId', bank_code)])];
  return element('FinInstnId', [...code, element('Nm', shortened(bank_name))]);
}

/** Characters are counted as XML Schema counts them: by code point. */
function shortened(text: string): string {
  return [...text.toWellFormed()].slice(0, LONGEST_NAME).join('');
}

function element(tag: string, content: string | readonly string[]): string {
  return `<${tag}>${typeof content === 'string' ? escaped(content) : content.join('')}</${tag}>`;
}

/** What XML 1.0 cannot say is left out. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
