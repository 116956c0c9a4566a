/** An option for Node (in NODE_OPTIONS) under which a process believes in another time of day. */
export function wallClockOffBy(ms: number): string {
  const program = `
    const Right = Date;
    const now = () => Right.now() + ${ms};
    globalThis.Date = class Date extends Right {
      constructor(...given) { super(...(given.length === 0 ? [now()] : given)); }
      static now() { return now(); }
    };`;
  return `--import data:text/javascript,${encodeURIComponent(program)}`;
}
