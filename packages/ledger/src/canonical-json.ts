/**
 * JSON with the members of objects in the order of their names, and `null` for nothing: one text for one value, however it was written
 * and in whatever order jsonb gives it back. MACs that are stored depend on every letter of it.
 */
export function canonicalJson(value: unknown): string {
  return value === undefined || value === null ? 'null' : sorted(JSON.parse(JSON.stringify(value)));
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${sorted(member)}`).join(',')}}`;
}
