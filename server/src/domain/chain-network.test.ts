import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Anvil, startAnvil } from '../platform/chain/testing/anvil.ts';
import { connectNetwork } from '../platform/chain/testing/connect.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { connectedNetworks } from './chain-network.ts';

let app: TestApp;
let anvil: Anvil;
beforeAll(async () => {
  [app, anvil] = await Promise.all([createTestApp({ routes: () => [] }), startAnvil()]);
});
afterAll(() => Promise.all([app.close(), anvil.stop()]));

it('is connected when it is on and its chain and nodes are known', async () => {
  const found = () => connectedNetworks(app.platform.db.system);
  expect(await found()).toEqual([]);
  const token = await anvil.deployToken(18);
  await connectNetwork(app, anvil, { network: 'BEP20', token, tokenDecimals: 18, confirmations: 15 });
  expect(await found()).toEqual([
    {
      network: 'BEP20',
      kind: 'evm',
      chainId: 31_337,
      genesisHash: anvil.genesisHash,
      endpoints: [anvil.url, anvil.url],
      token: expect.stringMatching(new RegExp(token, 'i')),
      tokenDecimals: 18,
      confirmations: 15,
      dust: 10_000n,
      depositXpub: null,
    },
  ]);
  for (const change of [
    `is_on = false`,
    `is_on = true, endpoints = '{}'`,
    `endpoints = '{http://x}', chain_id = null, genesis_hash = null`,
  ]) {
    await app.sql(`update network set ${change} where network = 'BEP20'`);
    expect(await found()).toEqual([]);
  }
});
