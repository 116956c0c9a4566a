/** Tells spreadsheets that the file is UTF-8; without it they guess the system's own encoding. */
export const CSV_START = '\ufeff';

/** One record of RFC 4180, with its line end. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(quoted).join(',')}\r\n`;
}

/**
 * A text that someone typed, for a file that a spreadsheet may open: what would be read as a formula gets an apostrophe in front (OWASP, CSV injection),
 * also where a spreadsheet that separates by something else than commas would begin another cell. Amounts are ours and keep their minus.
 */
export function inert(text: string): string {
  return text.replace(/^(?=[\t\r\n])|(?<=^|[;|\t\r\n])(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g, "'");
}

function quoted(field: string): string {
  return /[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
