/**
 * Answers many small look-ups that are asked for at the same time with one query. What is asked while a query is
 * under way waits for the next one: there is no timer, and an idle system answers at once.
 *
 * @param loadMany answers in the order of its keys
 */
export function coalesce<Key, Value>(
  loadMany: (keys: readonly Key[]) => Promise<readonly Value[]>,
  most = 500,
): (key: Key) => Promise<Value> {
  const waiting: { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void }[] = [];
  let running = false;

  async function drain(): Promise<void> {
    running = true;
    // What arrives within this turn of the event loop joins the first query.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        const values = await loadMany(batch.map(({ key }) => key));
        for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!running) void drain();
    });
}
