import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressBytes, addressOf } from '../../../domain/chain-address.ts';
import { derivedAddress } from '../../../domain/derived-address.ts';
import { Journal } from './journal.ts';
import { newMnemonic, readKeyFile, writeKeyFile } from './key-file.ts';
import { depositAccounts, type DigestSigner, hotKey } from './keys.ts';
import { beyondPolicy, type NetworkPolicy, readPolicy } from './policy.ts';
import { transferIn } from './transaction-content.ts';
import { signTransfer } from './transfer.ts';

const KNOWN = 'test test test test test test test test test test test junk';
const PASSPHRASE = 'a passphrase of some length';
const HOUR_MS = 3_600_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-keys-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// Each opening costs its key derivation on purpose, which takes seconds on a busy machine.
it(
  'keeps a mnemonic in a file of its owner alone, which opens with its passphrase and not when a bit of it was changed',
  { timeout: 60_000 },
  async () => {
    const file = join(folder, 'keys.json');
    const mnemonic = newMnemonic();
    expect(mnemonic.split(' ')).toHaveLength(24);
    await writeKeyFile(file, mnemonic, PASSPHRASE);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, 'utf8');
    for (const word of mnemonic.split(' ')) expect(text).not.toContain(` ${word} `);
    expect(await readKeyFile(file, PASSPHRASE)).toBe(mnemonic);
    await expect(readKeyFile(file, `${PASSPHRASE}.`)).rejects.toThrow('does not open');
    await expect(writeKeyFile(file, mnemonic, PASSPHRASE)).rejects.toThrow('EEXIST');
    const sealed = JSON.parse(text) as { aes_256_gcm: { ciphertext: string } };
    const bytes = Buffer.from(sealed.aes_256_gcm.ciphertext, 'base64');
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    sealed.aes_256_gcm.ciphertext = bytes.toString('base64');
    await writeFile(file, JSON.stringify(sealed));
    await expect(readKeyFile(file, PASSPHRASE)).rejects.toThrow('does not open');
  },
);

it('refuses words that are no mnemonic, and a passphrase that can be guessed', async () => {
  await expect(writeKeyFile(join(folder, 'other.json'), `${KNOWN} test`, PASSPHRASE)).rejects.toThrow('no mnemonic');
  await expect(writeKeyFile(join(folder, 'other.json'), KNOWN, 'short')).rejects.toThrow('at least 16');
});

it('derives the hot key and the deposit accounts from hardened accounts of their own', () => {
  // As other wallets derive m/44'/60'/1'/0/0 of the known mnemonic.
  expect(hotKey(KNOWN).address).toBe('0x8C8d35429F74ec245F8Ef2f4Fd1e551cFF97d650');
  // As tronweb derives m/44'/195'/1'/0/0 of it, and m/44'/195'/0'/0/1.
  expect(addressOf('tron', hotKey(KNOWN, 'tron').address)).toBe('TCjow1qG4ZvDNj5ZRCF2RSuS2kMCGKK1JJ');
  const { evm, tron } = depositAccounts(KNOWN);
  expect(derivedAddress('tron', tron, 1)).toBe('TPjjvMwjPoDC32V2dGDYTkLH4E5LAtBZ6C');
  expect([evm, tron]).toEqual([expect.stringMatching(/^xpub/), expect.stringMatching(/^xpub/)]);
  expect(evm).not.toBe(tron);
});

const transfer = {
  chainId: 1,
  nonce: 7n,
  gas: 60_000n,
  maxFee: 30_000_000_000n,
  maxTip: 1_000_000_000n,
  token: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  to: '0x8C8d35429F74ec245F8Ef2f4Fd1e551cFF97d650',
  raw: 12_345_678n,
} as const;

it('signs a transfer whose bytes say what was asked for, and takes no signature of another key', async () => {
  const { raw } = await signTransfer(hotKey(KNOWN), transfer);
  expect(transferIn(raw)).toEqual(transfer);
  const other: DigestSigner = { ...hotKey(newMnemonic()), address: hotKey(KNOWN).address };
  await expect(signTransfer(other, transfer)).rejects.toThrow('is not by');
});

const policy = { most_at_once: 100n, most_in_an_hour: 150n, most_in_a_day: 180n } as NetworkPolicy;

it('counts what was signed in an hour and in a day, attempts of one nonce once, and remembers it when it is opened again', async () => {
  const path = join(folder, 'journal.jsonl');
  const journal = await Journal.open(path);
  const now = Date.now();
  const signed = { network: 'ERC20', order: '7 WC1', sender: '0x1', txid: '0xa', amount: 40n } as const;
  await journal.sign({ ...signed, at: now - 2 * HOUR_MS, nonce: 0n });
  await journal.sign({ ...signed, at: now - HOUR_MS / 2, nonce: 1n, order: '7 WC2' });
  await journal.sign({ ...signed, at: now, nonce: 1n, order: '7 WC2', txid: '0xb' });
  await journal.see(['0x2'], 5);
  await journal.see(['0x2'], 9);
  await journal.close();
  // A crash while the last line was written.
  await writeFile(path, `${await readFile(path, 'utf8')}{"kind":"seen","at":1,"addr`);
  const again = await Journal.open(path);
  expect(again.spent('ERC20', now)).toEqual({ inAnHour: 40n, inADay: 80n });
  expect(again.spent('BEP20', now)).toEqual({ inAnHour: 0n, inADay: 0n });
  expect([again.firstSeen('0x2'), again.firstSeen('0x3')]).toEqual([5, undefined]);
  expect(again.signedFor('7 WC2').map(({ txid }) => txid)).toEqual(['0xa', '0xb']);
  await again.see(['0x3'], 6);
  await again.close();
  const last = await Journal.open(path);
  expect(last.firstSeen('0x3')).toBe(6);
  await last.close();
  await writeFile(path, '{"kind":"forged"}\n');
  await expect(Journal.open(path)).rejects.toThrow('line 1 is none');
});

it.each([
  [0n, 'no_amount'],
  [101n, 'limit_once'],
  [100n, undefined],
])('of a payout of %s says %s', (amount, why) => {
  expect(beyondPolicy(policy, amount, { inAnHour: 0n, inADay: 0n })?.reason).toBe(why);
});

it('refuses what would exceed an hour or a day', () => {
  expect(beyondPolicy(policy, 60n, { inAnHour: 91n, inADay: 91n })?.reason).toBe('limit_hour');
  expect(beyondPolicy(policy, 60n, { inAnHour: 90n, inADay: 121n })?.reason).toBe('limit_day');
});

it('names what is wrong in a policy file', async () => {
  const file = join(folder, 'policy.json');
  const network = {
    chain_id: 1,
    token: transfer.token,
    token_decimals: 6,
    endpoints: ['https://node.example.com/key'],
    most_at_once: '10000',
    most_in_an_hour: '50000.5',
    most_in_a_day: '100000',
    most_gas_price_gwei: 100,
  };
  await writeFile(file, JSON.stringify({ networks: { ERC20: network } }));
  expect(await readPolicy(file)).toMatchObject({
    address_rests_h: 24,
    networks: { ERC20: { most_in_an_hour: 50_000_500_000n, most_gas_price_gwei: 100_000_000_000n, stuck_after_blocks: 5 } },
  });
  const sweep = { least: '50', coin_usdt: '4000', most_fuel: '0.01', most_fuel_in_a_day: '12.5' };
  await writeFile(file, JSON.stringify({ networks: { ERC20: { ...network, sweep } } }));
  expect((await readPolicy(file)).networks['ERC20']).toMatchObject({
    sweep: { least: 50_000_000n, times_gas: 10, coin_usdt: 4_000_000_000n, most_fuel: 10n ** 16n, most_fuel_in_a_day: 125n * 10n ** 17n },
  });
  for (const most_fuel of ['0', '0.00', '-1', '1e3', '0.0000000000000000001', '1,5', '']) {
    await writeFile(file, JSON.stringify({ networks: { ERC20: { ...network, sweep: { ...sweep, most_fuel } } } }));
    await expect(readPolicy(file)).rejects.toThrow('networks.ERC20.sweep.most_fuel: must be an amount');
  }
  await writeFile(file, JSON.stringify({ networks: { ERC20: { ...network, endpoints: [...network.endpoints, ...network.endpoints] } } }));
  await expect(readPolicy(file)).rejects.toThrow('networks.ERC20.endpoints: must be different');
  const wrong = { ...network, token: '0xdAC17F958D2ee523a2206206994597C13D831eC7', most_at_once: '0', most_in_a_dya: '1' };
  await writeFile(file, JSON.stringify({ networks: { ERC20: wrong } }));
  await expect(readPolicy(file)).rejects.toThrow(/networks\.ERC20\.token: [\s\S]*networks\.ERC20\.most_at_once: [\s\S]*most_in_a_dya/);
});

it('reads a policy for TRON, which has two nodes by their JSON-RPC', async () => {
  const file = join(folder, 'policy-of-tron.json');
  const network = {
    kind: 'tron',
    chain_id: 728_126_428,
    token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    token_decimals: 6,
    endpoints: ['https://one.example.com/key/jsonrpc', 'https://two.example.com/jsonrpc'],
    most_at_once: '10000',
    most_in_an_hour: '50000',
    most_in_a_day: '100000',
    most_fee_trx: 30,
  };
  const read = async (change: object = {}) => {
    await writeFile(file, JSON.stringify({ networks: { TRC20: { ...network, ...change } } }));
    return readPolicy(file);
  };
  expect((await read()).networks['TRC20']).toMatchObject({
    token: '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
    most_fee_trx: 30_000_000n,
  });
  const cold = { address: 'TPjjvMwjPoDC32V2dGDYTkLH4E5LAtBZ6C', hot_keeps: '20000' };
  const sweep = { least: '50', coin_usdt: '0.5', most_fuel: '30.5', most_fuel_in_a_day: '3000', cold };
  expect((await read({ sweep, least_coins: '100', least_hot: '5000' })).networks['TRC20']).toMatchObject({
    least_coins: 100_000_000n,
    sweep: { least: 50_000_000n, times_gas: 10, most_fuel: 30_500_000n, cold: { address: addressBytes('tron', cold.address) } },
  });
  // A millionth of a TRX is the smallest part of it.
  await expect(read({ sweep: { ...sweep, most_fuel: '0.0000001' } })).rejects.toThrow('TRC20.sweep.most_fuel: must be an amount');
  await expect(read({ sweep: { ...sweep, cold: { ...cold, address: transfer.token } } })).rejects.toThrow('TRC20.sweep.cold.address');
  await expect(read({ token: transfer.token })).rejects.toThrow(/TRC20\.token/);
  await expect(read({ endpoints: network.endpoints.slice(0, 1) })).rejects.toThrow(/TRC20\.endpoints/);
  await expect(read({ endpoints: [network.endpoints[0], network.endpoints[0]] })).rejects.toThrow(/must be different/);
  await expect(read({ endpoints: ['https://one.example.com', 'https://two.example.com'] })).rejects.toThrow(/must end in \/jsonrpc/);
  await expect(read({ most_gas_price_gwei: 100 })).rejects.toThrow(/most_gas_price_gwei/);
});
