/** My assets: what a merchant holds, and where it receives. */
export const assets = {
  'assets.hint': 'What you hold of each coin: free to use, set aside, and still to be confirmed.',
  'assets.table': 'Balances by coin',
  'assets.marketOf': '{market} market',
  'assets.crypto': 'Cryptocurrency',
  'assets.exactly': 'Exactly {amount}',
  'assets.transfer': 'Transfer',
  'assets.receive': 'Receive',
  'assets.transferCoin': 'Transfer {coin}',
  'assets.receiveCoin': 'Receive {coin}',
  'assets.emptyTitle': 'No coins yet',
  'assets.emptyHint': 'A coin appears here as soon as its market is enabled for your account. Contact customer service.',
  'assets.receiveLead': 'Give this address to the merchant who wants to pay you. The transfer arrives at once.',
  'assets.address': 'Receiving address',
  'assets.addressQr': 'QR code of your receiving address',
  'assets.receiveWarning':
    'Only merchants of this provider can transfer to this address. It is not a blockchain address: nothing sent to it from a blockchain will arrive.',
} as const;
