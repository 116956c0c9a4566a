import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '../settings.ts';

const read = (text: string) => readSettings({ PURSER_NODE_HEADERS: text }).nodeHeaders;
const entries = (text: string) => [...read(text)].map(([host, headers]) => [host, Object.fromEntries(headers)]);

describe('headers for nodes', () => {
  it('are read by host and name, and there are none unless said', () => {
    expect(
      entries('{"API.trongrid.io":{"TRON-PRO-API-KEY":"a-b"},"node.example:8545":{"Authorization":"Bearer x y","X-Two":"2"}}'),
    ).toEqual([
      ['api.trongrid.io', { 'TRON-PRO-API-KEY': 'a-b' }],
      ['node.example:8545', { Authorization: 'Bearer x y', 'X-Two': '2' }],
    ]);
    expect(entries('{"a.example:443":{"k":"v"}}')).toEqual([['a.example', { k: 'v' }]]);
    expect(readSettings({}).nodeHeaders.size).toBe(0);
  });

  const SECRET = 's3cret';
  const WRONG: readonly [string, string, string][] = [
    ['no JSON', `TRON-PRO-API-KEY: ${SECRET}`, 'must be JSON such as'],
    ['a list', `["${SECRET}"]`, 'must be JSON such as'],
    ['no headers', `{"a.example":"${SECRET}"}`, 'a.example must have headers by their names'],
    ['an empty set of headers', `{"a.example":{}}`, 'a.example must have headers by their names'],
    ['an address', `{"https://a.example/":{"k":"${SECRET}"}}`, '"https://a.example/" must be the host of a node'],
    ['a user at the host', `{"me@a.example":{"k":"${SECRET}"}}`, 'must be the host of a node'],
    ['a port that is none', `{"a.example:99999":{"k":"${SECRET}"}}`, 'must be the host of a node'],
    ['a name with a space', `{"a.example":{"my key":"${SECRET}"}}`, '"my key" must be the name of a header'],
    ['a header of the question itself', `{"a.example":{"Content-Length":"${SECRET}"}}`, 'the header Content-Length cannot be set'],
    [
      'a line break in the value',
      `{"a.example":{"k":"${SECRET}\\r\\nX-Other: 1"}}`,
      'a.example: the value of k must be 1 to 2048 visible characters',
    ],
    ['another letter in the value', `{"a.example":{"k":"${SECRET}ü"}}`, 'the value of k must be'],
    ['no value', `{"a.example":{"k":""}}`, 'the value of k must be'],
    ['a space at the end', `{"a.example":{"k":"${SECRET} "}}`, 'the value of k must be'],
    ['a number', `{"a.example":{"k":1}}`, 'the value of k must be'],
  ];

  it.each(WRONG)('that are %s are refused at the start, without telling a value', (_, text, told) => {
    const refused = (): unknown => {
      try {
        return read(text);
      } catch (error) {
        return error;
      }
    };
    const error = refused();
    expect(error).toBeInstanceOf(SettingsError);
    expect((error as SettingsError).message).toMatch(/^PURSER_NODE_HEADERS: /);
    expect((error as SettingsError).message).toContain(told);
    expect((error as SettingsError).message).not.toContain(SECRET);
  });

  it('that are wrong end the signer and the watcher as they start', async () => {
    for (const program of ['signer', 'watcher']) {
      const env = {
        PATH: process.env['PATH'],
        DATABASE_URL: 'postgresql://localhost/none',
        PURSER_SIGNER_FOLDER: '/nowhere',
        PURSER_SIGNER_PASSPHRASE_FILE: '/nowhere',
        PURSER_NODE_HEADERS: `{"a.example":{"my key":"${SECRET}"}}`,
      };
      const file = fileURLToPath(new URL(`../../main/${program}.ts`, import.meta.url));
      const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
        execFile(process.execPath, [file], { env }, (error, stdout, stderr) => resolve({ code: error?.code, said: stdout + stderr }));
      });
      expect(code, said).toBe(1);
      expect(said).toContain('a.example: "my key" must be the name of a header');
      expect(said).toContain('PURSER_NODE_HEADERS');
      expect(said).not.toContain(SECRET);
    }
  });
});
