import { LANGUAGE_TAGS, type Language } from '@purser/contract/language';
import type { AreaCode } from '@purser/contract/payer-drafts';

/** Country calling codes of the nearest markets, which the form offers first; places that share a code share a line. */
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
  ['1', 'US', 'CA', ...'AG AI AS BB BM BS DM DO GD GU JM KN KY LC MP MS PR SX TC TT VC VG VI'.split(' ')],
  ['44', 'GB', 'GG', 'IM', 'JE'],
  ['61', 'AU', 'CC', 'CX'],
  ['64', 'NZ'],
  ['49', 'DE'],
  ['33', 'FR'],
  ['34', 'ES'],
  ['39', 'IT', 'VA'],
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

/** Every other code with its places. */
const OTHERS = `
  20 EG, 211 SS, 212 MA EH, 213 DZ, 216 TN, 218 LY, 220 GM, 221 SN, 222 MR, 223 ML, 224 GN, 225 CI, 226 BF, 227 NE,
  228 TG, 229 BJ, 230 MU, 231 LR, 232 SL, 233 GH, 235 TD, 236 CF, 237 CM, 238 CV, 239 ST, 240 GQ, 241 GA, 242 CG, 243 CD,
  244 AO, 245 GW, 246 IO, 247 AC, 248 SC, 249 SD, 250 RW, 251 ET, 252 SO, 253 DJ, 254 KE, 255 TZ, 256 UG, 257 BI, 258 MZ,
  260 ZM, 261 MG, 262 RE YT, 263 ZW, 264 NA, 265 MW, 266 LS, 267 BW, 268 SZ, 269 KM, 290 SH TA, 291 ER, 297 AW, 298 FO,
  299 GL, 30 GR, 32 BE, 350 GI, 351 PT, 352 LU, 353 IE, 354 IS, 355 AL, 356 MT, 357 CY, 358 FI AX, 359 BG, 36 HU, 370 LT,
  371 LV, 372 EE, 373 MD, 374 AM, 375 BY, 376 AD, 377 MC, 378 SM, 380 UA, 381 RS, 382 ME, 383 XK, 385 HR, 386 SI, 387 BA,
  389 MK, 40 RO, 420 CZ, 421 SK, 423 LI, 43 AT, 45 DK, 46 SE, 47 NO SJ, 48 PL, 500 FK, 501 BZ, 502 GT, 503 SV, 504 HN,
  505 NI, 506 CR, 507 PA, 508 PM, 509 HT, 51 PE, 53 CU, 54 AR, 56 CL, 57 CO, 58 VE, 590 GP BL MF, 591 BO, 592 GY, 593 EC,
  594 GF, 595 PY, 596 MQ, 597 SR, 598 UY, 599 CW BQ, 670 TL, 672 NF, 673 BN, 674 NR, 675 PG, 676 TO, 677 SB, 678 VU,
  679 FJ, 680 PW, 681 WF, 682 CK, 683 NU, 685 WS, 686 KI, 687 NC, 688 TV, 689 PF, 690 TK, 691 FM, 692 MH, 850 KP, 880 BD,
  92 PK, 93 AF, 94 LK, 960 MV, 961 LB, 962 JO, 963 SY, 964 IQ, 965 KW, 967 YE, 968 OM, 970 PS, 972 IL, 973 BH, 974 QA,
  975 BT, 976 MN, 977 NP, 98 IR, 992 TJ, 993 TM, 994 AZ, 995 GE, 996 KG, 998 UZ
`
  .trim()
  .split(/,\s+/)
  .map((line) => line.split(' ') as [code: string, ...regions: string[]]);

const made = new Map<Language, readonly AreaCode[]>();

/** The list with the places' names in a language; made on the server, so that it is the same after hydration. */
export function areaCodes(language: Language): readonly AreaCode[] {
  const known = made.get(language);
  if (known) return known;
  const names = new Intl.DisplayNames(LANGUAGE_TAGS[language], { type: 'region' });
  const { compare } = new Intl.Collator(LANGUAGE_TAGS[language]);
  const labelled = ([code, ...regions]: readonly [code: string, ...regions: string[]]) => ({
    code,
    label: regions.map((region) => names.of(region) ?? region).join(' / '),
  });
  const list = [...AREA_CODES.map(labelled), ...OTHERS.map(labelled).toSorted((one, other) => compare(one.label, other.label))];
  made.set(language, list);
  return list;
}
