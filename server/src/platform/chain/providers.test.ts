import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityOf, isChain, providersOf } from './providers.ts';
import { type Anvil, startAnvil } from './testing/anvil.ts';

let anvil: Anvil;
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 56, slotsInAnEpoch: 3 });
});
afterAll(() => anvil.stop());

describe('a provider', () => {
  it('says which chain it answers for, and is not taken for another', async () => {
    const [provider] = providersOf([anvil.url]);
    if (!provider) throw new Error('one endpoint is one provider');
    const identity = await identityOf(provider);
    expect(identity).toEqual({ chainId: 56, genesisHash: anvil.genesisHash });
    expect(await isChain(provider, identity)).toBe(true);
    expect(await isChain(provider, { ...identity, chainId: 1 })).toBe(false);
    expect(await isChain(provider, { ...identity, genesisHash: `0x${'00'.repeat(32)}` })).toBe(false);
  });

  it('is named by its host alone, as the path may hold a key', () => {
    expect(providersOf(['https://node.example:8545/v3/secret?key=1']).map(({ name }) => name)).toEqual(['node.example:8545']);
  });

  it('that does not answer is an error within its time', async () => {
    const [provider] = providersOf(['http://127.0.0.1:1']);
    await expect(provider && identityOf(provider)).rejects.toThrow();
  });
});

describe('the chain of the tests', () => {
  it('has tokens, and a final block behind its head', async () => {
    const token = await anvil.deployToken(6);
    const [, to = '0x'] = anvil.accounts;
    await anvil.mint(token, to, 5_000_000n);
    expect(await anvil.balanceOf(token, to)).toBe(5_000_000n);
    await anvil.mine(10);
    const final = await anvil.client.getBlock({ blockTag: 'finalized' });
    expect(final.number).toBe((await anvil.head()) - 6n);
  });
});
