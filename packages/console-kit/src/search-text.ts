/** Search parameters are plain texts: each list reads them by its call's own schema. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined && value !== '') query.set(name, String(value));
  return query.size > 0 ? `?${query}` : '';
}
