import { LANGUAGE_TAGS, type Language } from '@purser/contract/language';
import type { AreaCode } from '@purser/contract/payer-drafts';

/** Country calling codes the form offers, nearest markets first; places that share a code share a line. */
const AREA_CODES: readonly (readonly [code: string, ...regions: string[]])[] = [
  ['86', 'CN'],
  ['84', 'VN'],
  ['852', 'HK'],
  ['853', 'MO'],
  ['886', 'TW'],
  ['65', 'SG'],
  ['60', 'MY'],
  ['66', 'TH'],
  ['63', 'PH'],
  ['62', 'ID'],
  ['855', 'KH'],
  ['856', 'LA'],
  ['95', 'MM'],
  ['81', 'JP'],
  ['82', 'KR'],
  ['91', 'IN'],
  ['1', 'US', 'CA'],
  ['44', 'GB'],
  ['61', 'AU'],
  ['64', 'NZ'],
  ['49', 'DE'],
  ['33', 'FR'],
  ['34', 'ES'],
  ['39', 'IT'],
  ['31', 'NL'],
  ['41', 'CH'],
  ['7', 'RU', 'KZ'],
  ['90', 'TR'],
  ['971', 'AE'],
  ['966', 'SA'],
  ['55', 'BR'],
  ['52', 'MX'],
  ['27', 'ZA'],
  ['234', 'NG'],
];

const made = new Map<Language, readonly AreaCode[]>();

/** The list with the places' names in a language; made on the server, so that it is the same after hydration. */
export function areaCodes(language: Language): readonly AreaCode[] {
  const known = made.get(language);
  if (known) return known;
  const names = new Intl.DisplayNames(LANGUAGE_TAGS[language], { type: 'region' });
  const list = AREA_CODES.map(([code, ...regions]) => ({ code, label: regions.map((region) => names.of(region) ?? region).join(' / ') }));
  made.set(language, list);
  return list;
}
