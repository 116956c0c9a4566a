/**
 * JSON set out over lines without reading its values: a number stays the digits that were sent. A text that is no
 * JSON stays as it is.
 */
export function indented(json: string): string {
  try {
    JSON.parse(json);
  } catch {
    return json;
  }
  let out = '';
  let depth = 0;
  let opened = false;
  for (const token of json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []) {
    const closes = token === '}' || token === ']';
    if (closes) depth -= 1;
    // An empty object or list stays on its line.
    if (opened !== closes || out.endsWith(',')) out += `\n${'  '.repeat(depth)}`;
    out += token === ':' ? ': ' : token;
    opened = token === '{' || token === '[';
    if (opened) depth += 1;
  }
  return out;
}
