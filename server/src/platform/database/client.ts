import pg from 'pg';

type Asked = string | (pg.QueryConfig & { readonly submit?: unknown });
type Told = (error: Error | null, result: pg.QueryResult) => void;

/**
 * The driver's connection, which is asked by callbacks also where a promise is wanted. By the promise that the driver makes, each statement keeps the next
 * one in memory, with values and rows, once one of them has grown old: they all wait for the collection of old objects, which stops a busy process for
 * some 100 ms. By callbacks none does (`client.test.ts` counts what grows old).
 */
export class Client extends pg.Client {
  override query = ((asked: Asked, values?: unknown[] | Told, told?: Told): unknown => {
    const ask = super.query.bind(this) as (...args: unknown[]) => unknown;
    if (typeof values === 'function' || told || (typeof asked === 'object' && asked.submit)) return ask(asked, values, told);
    return new Promise((resolve, reject) => {
      const callback: Told = (error, result) => (error ? reject(error) : resolve(result));
      ask(typeof asked === 'string' ? { text: asked, values, callback } : { ...asked, ...(values && { values }), callback });
    }).catch((error: Error) => {
      // The driver's stack leads to its socket; this one leads to whoever asked.
      Error.captureStackTrace(error);
      throw error;
    });
  }) as pg.Client['query'];
}
