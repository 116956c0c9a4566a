import { Client } from '../client.ts';

/** Asks one statement after the other on a connection, for a test that counts what V8 makes of that: `node --trace-gc-nvp ask-often.ts <url> <how often>`. */
const [url = '', times = ''] = process.argv.slice(2);
const client = new Client(url);
await client.connect();
for (let asked = 0; asked < Number(times); asked += 1) {
  const texts = Array.from({ length: 50 }, (_, place) => `${asked} ${place}`);
  const { rows } = await client.query({ name: 'texts', text: 'select * from unnest($1::text[])', values: [texts] });
  if (rows.length !== texts.length) throw new Error(`${rows.length} rows for ${texts.length} texts`);
}
await client.end();
