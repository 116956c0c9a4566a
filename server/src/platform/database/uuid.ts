/** Whether a text is a uuid as PostgreSQL writes it: what is not must not be compared with a column of that type. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}
