import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommandSettings, readSettings, SettingsError, unknownSettings } from './settings.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const production = { PURSER_DEMO: '0', PURSER_MASTER_KEY: KEY, PURSER_PUBLIC_URL: 'https://pay.example.com' };

function problems(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

describe('readSettings', () => {
  it('needs nothing to start a demo on loopback', () => {
    expect(readSettings({})).toEqual({
      host: 'localhost',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      dataFolder: resolve('.data'),
      databaseUrl: undefined,
      demo: true,
      masterKey: undefined,
      trustedProxies: [],
      logLevel: 'info',
      shardGroups: 1,
      hosts: [],
      apiHosts: [],
      metricsToken: undefined,
      webhookAllow: [],
      nodeHeaders: new Map(),
      limits: { connections: 10_000, connectionsPerAddress: 2_500, streamsPerAddress: 1_000 },
    });
  });

  it('reads every variable', () => {
    const settings = readSettings({
      ...production,
      HOST: '0.0.0.0',
      PORT: '8080',
      DATABASE_URL: 'postgresql://me:secret@db:5432/purser',
      PURSER_DATA: '/srv/purser',
      PURSER_TRUSTED_PROXIES: '10.0.0.1, 192.168.0.0/16,fd00::1',
      PURSER_LOG_LEVEL: 'debug',
      PURSER_SHARD_GROUPS: '4',
      PURSER_WEBHOOK_ALLOW: '10.1.2.3:8080,192.168.7.0/24,[::1]:9000',
      PURSER_NODE_HEADERS: '{"node.example":{"X-Key":"secret"}}',
      PURSER_HOSTS: 'Pay.example.org, pay.internal',
      PURSER_API_HOSTS: 'https://api-1.example.com, https://api-2.example.com:8443/',
      PURSER_METRICS_TOKEN: 'sixteen-or-more-characters',
      PURSER_MAX_CONNECTIONS: '500',
      PURSER_MAX_CONNECTIONS_PER_ADDRESS: '50',
      PURSER_MAX_STREAMS_PER_ADDRESS: '1000000',
    });
    expect(settings).toEqual({
      host: '0.0.0.0',
      port: 8080,
      publicUrl: 'https://pay.example.com',
      dataFolder: '/srv/purser',
      databaseUrl: 'postgresql://me:secret@db:5432/purser',
      demo: false,
      masterKey: Buffer.alloc(32, 7),
      trustedProxies: ['10.0.0.1/32', '192.168.0.0/16', 'fd00::1/128'],
      logLevel: 'debug',
      shardGroups: 4,
      hosts: ['pay.example.org', 'pay.internal'],
      apiHosts: ['https://api-1.example.com', 'https://api-2.example.com:8443'],
      metricsToken: 'sixteen-or-more-characters',
      limits: { connections: 500, connectionsPerAddress: 50, streamsPerAddress: 1_000_000 },
      nodeHeaders: new Map([['node.example', new Map([['X-Key', 'secret']])]]),
      webhookAllow: [
        { network: '10.1.2.3/32', port: 8080 },
        { network: '192.168.7.0/24', port: undefined },
        { network: '::1/128', port: 9000 },
      ],
    });
  });

  it('takes an empty variable for an unset one', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ' }).port).toBe(3000);
  });

  it('reads a value without the blanks around it, which say nothing of it', () => {
    for (const blank of [' ', '\t', '\r']) {
      const real = { ...production, PURSER_DEMO: `0${blank}`, HOST: `${blank}0.0.0.0${blank}`, PURSER_DATA: `/srv/purser${blank}` };
      expect(readSettings(real), JSON.stringify(blank)).toMatchObject({ demo: false, host: '0.0.0.0', dataFolder: '/srv/purser' });
      expect(problems({ PURSER_DEMO: `0${blank}` }), JSON.stringify(blank)).toEqual(problems({ PURSER_DEMO: '0' }));
    }
  });

  it('takes the address of a mail server with its special characters encoded, and no bare %', () => {
    const mailOf = (user: string) => ({ PURSER_SMTP_URL: `smtps://${user}@mail.example.com`, PURSER_MAIL_FROM: 'no-reply@example.com' });
    expect(readSettings(mailOf('us%40er:100%25')).mail).toMatchObject({ settings: { username: 'us@er' }, password: '100%' });
    for (const user of ['user:100%', '100%:password', 'user:%zz']) {
      expect(problems(mailOf(user)), user).toEqual([expect.stringMatching(/^PURSER_SMTP_URL: must be the address of a mail server/)]);
    }
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['HOST', 'not a host'],
    ['DATABASE_URL', 'mysql://localhost/purser'],
    ['DATABASE_URL', 'postgresql://localhost'],
    ['DATABASE_URL', 'localhost:5432'],
    ['PURSER_DEMO', 'yes'],
    ['PURSER_MASTER_KEY', 'c2hvcnQ='],
    ['PURSER_MASTER_KEY', 'not base64, whatever one may hope for here'],
    ['PURSER_PUBLIC_URL', 'pay.example.com'],
    ['PURSER_PUBLIC_URL', 'ftp://pay.example.com'],
    ['PURSER_PUBLIC_URL', 'https://pay.example.com/shop'],
    ['PURSER_TRUSTED_PROXIES', 'proxy.internal'],
    ['PURSER_TRUSTED_PROXIES', '10.0.0.0/40'],
    ['PURSER_LOG_LEVEL', 'loud'],
    ['PURSER_SHARD_GROUPS', '3'],
    ['PURSER_WEBHOOK_ALLOW', 'shop.internal'],
    ['PURSER_WEBHOOK_ALLOW', '10.0.0.1:0'],
  ])('names %s when it is %j, and says what is wanted', (name, value) => {
    expect(problems({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name}: must be .{10,}`))]);
  });

  it('tells every problem at once', () => {
    expect(problems({ PORT: 'x', PURSER_DEMO: 'x', PURSER_LOG_LEVEL: 'x' })).toHaveLength(3);
  });

  it('never repeats a secret in a message', () => {
    const told = problems({ PURSER_MASTER_KEY: 'hunter2', DATABASE_URL: 'mysql://me:hunter2@db/purser' });
    expect(told).toHaveLength(2);
    expect(told.join()).not.toContain('hunter2');
  });

  it('with the demo off, wants a master key and a public address', () => {
    expect(problems({ PURSER_DEMO: '0' })).toEqual([
      expect.stringMatching(/^PURSER_MASTER_KEY: is required/),
      expect.stringMatching(/^PURSER_PUBLIC_URL: is required/),
    ]);
    expect(problems(production)).toEqual([]);
  });

  it('keeps a demo on loopback, as everybody knows its passwords', () => {
    for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'pay.example.com']) {
      expect(problems({ HOST }), HOST).toEqual([expect.stringMatching(/^HOST: must be localhost, .* PURSER_DEMO=1/)]);
      expect(problems({ ...production, HOST }), HOST).toEqual([]);
    }
    for (const HOST of ['localhost', '127.0.0.1', '127.0.0.2', '::1', ' ']) expect(problems({ HOST }), HOST).toEqual([]);
  });

  it('with the demo off, wants https unless nobody else can reach it', () => {
    expect(problems({ ...production, PURSER_PUBLIC_URL: 'http://pay.example.com' })).toEqual([
      expect.stringMatching(/^PURSER_PUBLIC_URL: must begin with https/),
    ]);
    for (const loopback of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      expect(problems({ ...production, PURSER_PUBLIC_URL: loopback })).toEqual([]);
    }
  });
});

describe('readCommandSettings', () => {
  it('asks nothing about listening or real use, which a command has no use for', () => {
    for (const PURSER_DEMO of ['0', '1']) {
      expect(readCommandSettings({ HOST: '0.0.0.0', PURSER_DEMO, PURSER_DATA: '/srv/purser' })).toMatchObject({
        dataFolder: '/srv/purser',
      });
    }
    expect(() => readCommandSettings({ DATABASE_URL: 'mysql://localhost/purser' })).toThrow('DATABASE_URL: must be');
  });
});

describe('unknownSettings', () => {
  it('finds a misspelt variable and leaves others alone', () => {
    expect(unknownSettings({ PURSER_DATA: 'x', PURSER_DMEO: '0', PURSER_TEST_DATABASE_URL: 'x', PATH: 'x', PORT: '1' })).toEqual([
      'PURSER_DMEO',
    ]);
  });
});
