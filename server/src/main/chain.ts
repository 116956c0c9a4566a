/** purser chain: about keys, or about the networks that are connected. Each says itself how it is used. */
await(process.argv[2] === 'keys' ? import('./chain-keys.ts') : import('./chain-networks.ts'));
