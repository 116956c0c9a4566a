import { checksum, fromPublicKey } from 'ox/Address';
import { getPublicKey, sign } from 'ox/Secp256k1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Tron, startTron } from './testing/tron.ts';
import { WEI_OF_A_SUN } from './testing/tron-http.ts';
import { type TronProvider, tronProvidersOf } from './tron-node.ts';
import { encodePayment, encodeTransfer, referenceTo, type TronTransfer, txidOf, withSignature } from './tron-transaction.ts';

type Hex = `0x${string}`;
const KEY: Hex = `0x${'42'.repeat(32)}`;
const SENDER = checksum(fromPublicKey(getPublicKey({ privateKey: KEY }))).toLowerCase() as Hex;
const TO: Hex = `0x${'21'.repeat(20)}`;

let tron: Tron;
let token: Hex;
let providers: readonly TronProvider[];
beforeAll(async () => {
  tron = await startTron();
  token = await tron.anvil.deployToken(6);
  await tron.anvil.mint(token, SENDER, 1_000n);
  await tron.anvil.client.setBalance({ address: SENDER, value: 1_000_000_000n * WEI_OF_A_SUN });
  await tron.mine(4);
  providers = tronProvidersOf(tron.endpoints);
});
afterAll(() => tron.stop());

const node = () => {
  const [first] = providers;
  if (!first) throw new Error('there are two');
  return first.node;
};

/** A transfer that the chain would carry out. */
async function transfer(change: Partial<TronTransfer> = {}): Promise<TronTransfer> {
  const [solid, { timeMs }] = await Promise.all([node().newest('walletsolidity'), node().newest('wallet')]);
  const times = { expiresMs: timeMs + 60_000, timestampMs: timeMs };
  return { sender: SENDER, token, to: TO, raw: 10n, ...referenceTo(solid), ...times, feeLimit: 10_000_000n, ...change };
}

function signed(what: TronTransfer, privateKey: Hex = KEY): { readonly txid: Hex; readonly bytes: Hex } {
  const raw = encodeTransfer(what);
  const txid = txidOf(raw);
  return { txid, bytes: withSignature(raw, sign({ payload: txid, privateKey })) };
}

describe('a node of TRON', () => {
  it('carries a transfer out, says so at once, and says it of what is solidified only later', async () => {
    const { txid, bytes } = signed(await transfer());
    expect(await node().has(txid, 'wallet')).toBe(false);
    expect((await node().broadcast(bytes)).code).toBe('SUCCESS');
    expect(await node().infoOf(txid, 'wallet')).toBeUndefined();
    await tron.mine();
    const word = (address: Hex) => `0x${address.slice(2).padStart(64, '0')}`;
    const info = await node().infoOf(txid, 'wallet');
    expect(info).toMatchObject({ result: 'SUCCESS', logs: [{ address: token, topics: [expect.any(String), word(SENDER), word(TO)] }] });
    expect(await node().infoOf(txid, 'walletsolidity')).toBeUndefined();
    expect(await node().has(txid, 'walletsolidity')).toBe(false);
    await tron.mine(3);
    expect(await node().infoOf(txid, 'walletsolidity')).toEqual(info);
    // By JSON-RPC it has the same name.
    const receipt = await providers[0]?.client.getTransactionReceipt({ hash: txid });
    expect(receipt).toMatchObject({ transactionHash: txid, blockNumber: info?.block, status: 'success' });
  });

  it('refuses what it has, what is signed by another key, what builds upon a foreign block, and what is too late or too long', async () => {
    const codeOf = async (bytes: Hex) => (await node().broadcast(bytes)).code;
    const { bytes } = signed(await transfer());
    expect(await codeOf(bytes)).toBe('SUCCESS');
    expect(await codeOf(bytes)).toBe('DUP_TRANSACTION_ERROR');
    expect(await codeOf(signed(await transfer({ raw: 11n }), `0x${'43'.repeat(32)}`).bytes)).toBe('SIGERROR');
    expect(await codeOf(signed(await transfer({ blockHash: '0x0011223344556677' })).bytes)).toBe('TAPOS_ERROR');
    const { timeMs } = await node().newest('wallet');
    expect(await codeOf(signed(await transfer({ expiresMs: timeMs })).bytes)).toBe('TRANSACTION_EXPIRATION_ERROR');
    expect(await codeOf(signed(await transfer({ expiresMs: timeMs + 86_500_000 })).bytes)).toBe('TRANSACTION_EXPIRATION_ERROR');
  });

  it('takes no transfer into a block once it has expired', async () => {
    const { txid, bytes } = signed(await transfer({ raw: 12n }));
    await node().broadcast(bytes);
    await tron.anvil.client.increaseTime({ seconds: 120 });
    await tron.anvil.mine();
    await tron.mine(4);
    expect(await node().has(txid, 'walletsolidity')).toBe(false);
  });

  it('says why a transfer was not carried out', async () => {
    const [late, short] = [signed(await transfer({ raw: 5_000n })), signed(await transfer({ raw: 13n, feeLimit: 2_500_000n }))];
    for (const { bytes } of [late, short]) await node().broadcast(bytes);
    await tron.mine(4);
    expect((await node().infoOf(late.txid, 'walletsolidity'))?.result).toBe('REVERT');
    expect((await node().infoOf(short.txid, 'walletsolidity'))?.result).toBe('OUT_OF_ENERGY');
  });

  it('pays TRX, of which a receipt has no result, and not more than its sender has', async () => {
    const { sender, to, blockBytes, blockHash, expiresMs, timestampMs } = await transfer({ to: `0x${'22'.repeat(20)}` });
    const pay = (coins: bigint) => {
      const raw = encodePayment({ sender, to, coins, blockBytes, blockHash, expiresMs, timestampMs });
      const txid = txidOf(raw);
      return { txid, bytes: withSignature(raw, sign({ payload: txid, privateKey: KEY })) };
    };
    expect((await node().broadcast(pay(1_000_000_000n).bytes)).code).toBe('CONTRACT_VALIDATE_ERROR');
    const { txid, bytes } = pay(7n);
    expect((await node().broadcast(bytes)).code).toBe('SUCCESS');
    await tron.mine();
    expect(await node().meansOf(to)).toEqual({ coins: 7n, energy: 0n });
    expect(await node().meansOf(to, 'walletsolidity')).toEqual({ coins: 0n, energy: 0n });
    await tron.mine(3);
    expect(await node().meansOf(to, 'walletsolidity')).toEqual({ coins: 7n, energy: 0n });
    expect(await node().infoOf(txid, 'walletsolidity')).toMatchObject({ result: '', logs: [] });
  });

  it('reckons the energy of a transfer, and of none that would fail', async () => {
    expect(await node().energyOf(await transfer())).toBeGreaterThan(21_000n);
    expect(await node().energyOf(await transfer({ raw: 5_000n }))).toBeUndefined();
    expect(await node().tokensOf(token, SENDER)).toBeLessThan(1_000n);
    expect(await node().meansOf(TO)).toEqual({ coins: 0n, energy: 0n });
    expect((await node().meansOf(SENDER)).coins).toBeGreaterThan(900_000_000n);
    expect(await node().prices()).toEqual({ energy: 100n, byte: 1000n, account: 1_100_000n });
  });

  it('has its HTTP API beside its JSON-RPC', () => {
    expect(() => tronProvidersOf(['https://node.example/key'])).toThrow('node.example does not end in /jsonrpc');
  });
});
