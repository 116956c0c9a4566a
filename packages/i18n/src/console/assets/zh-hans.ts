import { translation } from '../../catalogue.ts';
import type { assets as english } from './en.ts';

export const assets = translation<typeof english>()({
  'assets.hint': '各币种的资产：可用、冻结与待确认。',
  'assets.table': '各币种余额',
  'assets.marketOf': '{market} 市场',
  'assets.crypto': '加密货币',
  'assets.exactly': '精确值 {amount}',
  'assets.transfer': '转账',
  'assets.receive': '收款',
  'assets.transferCoin': '转账 {coin}',
  'assets.receiveCoin': '收款 {coin}',
  'assets.emptyTitle': '暂无币种',
  'assets.emptyHint': '账号启用市场后，对应的币种会显示在这里。请联系客服。',
  'assets.receiveLead': '请将此地址提供给付款商户，转账实时到账。',
  'assets.address': '收款地址',
  'assets.addressQr': '收款地址二维码',
  'assets.receiveWarning': '仅限本平台商户向此地址转账。这不是区块链地址，从链上转入的资产无法到账。',
});
