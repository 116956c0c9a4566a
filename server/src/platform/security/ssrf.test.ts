import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkTarget, isPublicAddress, parseTarget, resolveByDns, TargetRefused, type TargetPolicy } from './ssrf.ts';
import { guardedAgent } from './ssrf-agent.ts';

const to = (...addresses: string[]) => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const policy = (change: Partial<TargetPolicy> = {}): TargetPolicy => ({
  plainHttp: false,
  allow: [],
  resolve: () => Promise.resolve(to('93.184.215.14')),
  ...change,
});

describe('addresses', () => {
  it.each([
    ['this host', '0.0.0.0', '0.1.2.3', '::'],
    ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
    ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd12:3456::1'],
    ["link-local, with the clouds' metadata", '169.254.169.254', 'fe80::1', 'fe80::a9fe:a9fe', 'fec0::1'],
    ["the clouds' metadata and host agents", '168.63.129.16', '169.254.169.254', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254'],
    ['shared by a carrier', '100.64.0.1', '100.127.255.255'],
    ['multicast and broadcast', '224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
    [
      'reserved, documentation, benchmarks',
      '192.0.0.1',
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '240.0.0.1',
      '2001:db8::1',
      '3fff::1',
      '100::1',
      '5f00::1',
    ],
    [
      'IPv4 inside of IPv6',
      '::ffff:10.0.0.1',
      '::ffff:8.8.8.8',
      '::10.0.0.1',
      '64:ff9b::10.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '2002:7f00:1::',
      '2001::1',
    ],
    ['IPv6 outside of what is given out', '4000::1', 'e000::1'],
    ['no address', 'localhost', '', '1', '0x7f.1', '8.8.8.8.8', '8.8.8.8%eth0'],
  ])('refused: %s', (_, ...addresses) => {
    for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });

  it('permitted: the public internet', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1']) {
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
    }
  });
});

describe('targets', () => {
  const problemOf = (address: string, change: Partial<TargetPolicy> = {}) =>
    checkTarget(address, policy(change)).then(
      () => 'permitted',
      (error: unknown) => (error instanceof TargetRefused ? error.problem : 'another error'),
    );

  it.each([
    ['', 'malformed'],
    ['shop.example/hook', 'malformed'],
    ['https://', 'malformed'],
    ['ftp://shop.example', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://shop.example', 'scheme'],
    ['https://user@shop.example/', 'credentials'],
    ['https://user:secret@shop.example/', 'credentials'],
    ['https://8.8.8.8@127.0.0.1/', 'credentials'],
    ['http://shop.example/', 'https_required'],
    ['https://shop.example:25/', 'port'],
    ['https://shop.example:22/', 'port'],
    ['https://127.0.0.1/', 'private_address'],
    ['https://127.1/', 'private_address'],
    ['https://2130706433/', 'private_address'],
    ['https://0x7f000001/', 'private_address'],
    ['https://017700000001/', 'private_address'],
    ['https://①②⑦.0.0.1/', 'private_address'],
    ['https://[::1]/', 'private_address'],
    ['https://[::ffff:127.0.0.1]/', 'private_address'],
    ['https://[64:ff9b::127.0.0.1]/', 'private_address'],
    ['http://169.254.169.254/latest/meta-data/', 'private_address'],
    ['https://shop.example/hook', 'permitted'],
    ['https://shop.example:8443/hook', 'permitted'],
    ['https://[2606:4700:4700::1111]/hook', 'permitted'],
  ])('%s: %s', async (address, problem) => {
    expect(await problemOf(address)).toBe(problem);
  });

  it('localhost is known to be this machine, whatever DNS says', async () => {
    expect(await problemOf('https://localhost/', { resolve: resolveByDns })).toBe('private_address');
    expect(await problemOf('https://api.localhost./', { resolve: resolveByDns })).toBe('private_address');
  });

  it('a name is refused when any one of its addresses is private, or when it has none', async () => {
    expect(await problemOf('https://shop.example/', { resolve: () => Promise.resolve(to('8.8.8.8', '10.0.0.1')) })).toBe('private_address');
    expect(await problemOf('https://shop.example/', { resolve: () => Promise.resolve(to('8.8.8.8', '::1')) })).toBe('private_address');
    expect(await problemOf('https://shop.example/', { resolve: () => Promise.resolve([]) })).toBe('unresolved');
  });

  it('an exempted network and port may be private and plain; the next port may not', async () => {
    const allow = [
      { network: '127.0.0.1/32', port: 8080 },
      { network: '10.1.0.0/16', port: undefined },
    ];
    expect(await problemOf('http://127.0.0.1:8080/hook', { allow })).toBe('permitted');
    expect(await problemOf('http://127.0.0.1:8081/hook', { allow })).toBe('private_address');
    expect(await problemOf('http://10.1.2.3:25/hook', { allow })).toBe('permitted');
    expect(await problemOf('http://10.2.0.1/hook', { allow })).toBe('private_address');
    expect(await problemOf('http://shop.internal/hook', { allow, resolve: () => Promise.resolve(to('10.1.0.9')) })).toBe('permitted');
  });

  it('plain http is for demos', async () => {
    expect(await problemOf('http://shop.example/', { plainHttp: true })).toBe('permitted');
    expect(await problemOf('http://10.0.0.1/', { plainHttp: true })).toBe('private_address');
  });

  it('reads an address without asking the network', () => {
    expect(parseTarget('https://shop.example/hook?x=1').href).toBe('https://shop.example/hook?x=1');
  });
});

describe('connections', () => {
  const hits: string[] = [];
  const server = createServer((incoming, response) => {
    hits.push(String(incoming.headers.host));
    response.end('ok');
  });
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  beforeEach(() => void hits.splice(0));
  afterAll(() => server.close());

  const failureOf = async (address: string, change: Partial<TargetPolicy>) => {
    const agent = guardedAgent(policy(change));
    try {
      await (await request(address, { dispatcher: agent })).body.dump();
      return 'connected';
    } catch (error) {
      return error instanceof TargetRefused ? error.problem : (error as Error).message;
    } finally {
      await agent.destroy();
    }
  };

  it('lead to exactly the address that was checked, under the name that was asked for', async () => {
    const allow = [{ network: '127.0.0.1/32', port }];
    expect(await failureOf(`http://shop.example:${port}/`, { allow, resolve: () => Promise.resolve(to('127.0.0.1')) })).toBe('connected');
    expect(hits).toEqual([`shop.example:${port}`]);
  });

  it('are refused to a name that was public when it was set and is private now (DNS rebinding)', async () => {
    const answers = [to('93.184.215.14'), to('127.0.0.1')];
    let asked = 0;
    const rebinding = policy({ plainHttp: true, resolve: () => Promise.resolve(answers[asked++] ?? to('127.0.0.1')) });
    await checkTarget(`http://rebind.example:${port}/`, rebinding);
    expect(await failureOf(`http://rebind.example:${port}/`, rebinding)).toBe('private_address');
    expect(asked).toBe(2);
    expect(hits).toEqual([]);
  });

  it('look a name up once each, so that there is nothing to change between check and use', async () => {
    let asked = 0;
    const resolve = () => {
      asked += 1;
      return Promise.resolve(to(asked === 1 ? '127.0.0.1' : '10.0.0.1'));
    };
    expect(await failureOf(`http://shop.example:${port}/`, { allow: [{ network: '127.0.0.1/32', port }], resolve })).toBe('connected');
    expect(asked).toBe(1);
  });

  it('are refused to literal private addresses, which no look-up would catch', async () => {
    expect(await failureOf(`http://127.0.0.1:${port}/`, { plainHttp: true })).toBe('private_address');
    expect(await failureOf(`http://[::1]:${port}/`, { plainHttp: true })).toBe('private_address');
    expect(hits).toEqual([]);
  });
});
