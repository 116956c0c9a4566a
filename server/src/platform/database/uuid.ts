/** Whether a text is a uuid as PostgreSQL writes it: what is not must not be compared with a column of that type. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}

/** When a uuid of version 7 was made (RFC 9562, 5.7: its first 48 bits are milliseconds); undefined of any other text. */
export function uuidv7Time(text: string): Date | undefined {
  return isUuid(text) && text[14] === '7' ? new Date(Number.parseInt(text.slice(0, 8) + text.slice(9, 13), 16)) : undefined;
}
