import type { CreateOrder } from '@purser/client';
import { html, type Html } from './html.ts';
import type { Language } from './texts.ts';

type Coin = CreateOrder['coin_name'];

export const MARKETS = ['USD', 'CNY', 'VND'] as const;
export type Market = (typeof MARKETS)[number];

/** The token that each market pays with. */
export const COINS: Record<Market, Coin> = { USD: 'USDP', CNY: 'CNYT', VND: 'VNDT' };

export interface Good {
  readonly id: string;
  readonly name: Readonly<Record<Language, string>>;
  readonly price: Readonly<Record<Market, string>>;
  readonly cover: Html;
}

const cover = (back: string, ink: string, motif: Html): Html =>
  html` <svg viewBox="0 0 120 150" aria-hidden="true" focusable="false">
    <rect x="14" y="8" width="92" height="134" rx="6" fill="${back}" />
    <rect x="14" y="8" width="12" height="134" rx="4" fill="${ink}" fill-opacity="0.28" />
    <g fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${motif}</g>
  </svg>`;

export const GOODS: readonly Good[] = [
  {
    id: 'tides',
    name: { en: 'A Year of Tides', zh_Hans: '潮汐一年', zh_Hant: '潮汐一年', vi: 'Một năm thủy triều' },
    price: { USD: '12.50', CNY: '88.00', VND: '310000.00' },
    cover: cover(
      '#1f5f78',
      '#dff3f6',
      html`<path d="M36 70q8-9 16 0t16 0 16 0M36 86q8-9 16 0t16 0 16 0M36 102q8-9 16 0t16 0 16 0" /><circle cx="62" cy="42" r="10" />`,
    ),
  },
  {
    id: 'lighthouse',
    name: { en: 'The Lighthouse Keeper', zh_Hans: '灯塔守护人', zh_Hant: '燈塔守護人', vi: 'Người giữ hải đăng' },
    price: { USD: '18.00', CNY: '128.00', VND: '450000.00' },
    cover: cover('#a8442f', '#ffe9d9', html`<path d="M56 112l4-58h10l4 58zM54 54h22M60 54v-10h10v10M46 40l-10-6M84 40l10-6M46 112h38" />`),
  },
  {
    id: 'knots',
    name: { en: 'Forty Useful Knots', zh_Hans: '四十种实用绳结', zh_Hant: '四十種實用繩結', vi: 'Bốn mươi nút dây hữu ích' },
    price: { USD: '6.80', CNY: '48.00', VND: '165000.00' },
    cover: cover('#6a5a2b', '#fbf0cd', html`<path d="M40 96c0-40 46-40 46-14s-38 22-38-6 44-24 44 18" />`),
  },
  {
    id: 'atlas',
    name: { en: 'Atlas of All Harbours', zh_Hans: '世界港口大图集', zh_Hant: '世界港口大圖集', vi: 'Tập bản đồ mọi bến cảng' },
    price: { USD: '9500.00', CNY: '68000.00', VND: '240000000.00' },
    cover: cover(
      '#3c3f75',
      '#e6e7ff',
      html`<circle cx="65" cy="72" r="26" /><path d="M65 46v52M39 72h52M47 54q18 12 36 0M47 90q18-12 36 0" />`,
    ),
  },
];
