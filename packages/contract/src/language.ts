/** Languages as they travel on the wire, in the headers Accept-Language and Language. */
export const LANGUAGES = ['zh_Hans', 'zh_Hant', 'en', 'vi'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of a request that names none. */
export const DEFAULT_REQUEST_LANGUAGE: Language = 'zh_Hans';
/** The language of an interface text that a catalogue lacks. */
export const FALLBACK_TEXT_LANGUAGE: Language = 'en';

/** The codes that the console keeps in local storage under `language`, and the wire language of each. */
export const STORED_LANGUAGES = {
  'zh-cn': 'zh_Hans',
  'zh-hant-cn': 'zh_Hant',
  us: 'en',
  vi: 'vi',
} as const satisfies Record<string, Language>;
export type StoredLanguage = keyof typeof STORED_LANGUAGES;

/** BCP 47 tags for `lang` attributes and Intl. */
export const LANGUAGE_TAGS = {
  zh_Hans: 'zh-Hans',
  zh_Hant: 'zh-Hant',
  en: 'en',
  vi: 'vi',
} as const satisfies Record<Language, string>;

/** The name of each language in itself, for the language switch. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  zh_Hans: '简体中文',
  zh_Hant: '繁體中文',
  en: 'English',
  vi: 'Tiếng Việt',
};

/**
 * Picks the language of a request: our own `Language` value if it is one of ours, else the best match among
 * the browser's Accept-Language tags (RFC 9110 section 12.5.4), else the default.
 */
export function pickLanguage(language: string | undefined, acceptLanguage?: string): Language {
  for (const wish of [language, ...byPreference(acceptLanguage)]) {
    const match = wish === undefined ? undefined : matchLanguage(wish);
    if (match) return match;
  }
  return DEFAULT_REQUEST_LANGUAGE;
}

/**
 * Picks the language of a page: as of a request, but a browser that names only languages which we do not have reads English rather than
 * the language of a request that names none.
 */
export function pickPageLanguage(acceptLanguage: string | undefined): Language {
  const wishes = byPreference(acceptLanguage).filter((tag) => tag !== '*');
  const match = wishes.map(matchLanguage).find((language) => language !== undefined);
  return match ?? (wishes.length === 0 ? DEFAULT_REQUEST_LANGUAGE : FALLBACK_TEXT_LANGUAGE);
}

function byPreference(acceptLanguage: string | undefined): string[] {
  return (acceptLanguage ?? '')
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((p) => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find((q) => q !== undefined);
      return { tag, index, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index)
    .map(({ tag }) => tag);
}

function matchLanguage(tag: string): Language | undefined {
  const lower = tag.toLowerCase().replaceAll('_', '-');
  if (lower === 'en' || lower.startsWith('en-')) return 'en';
  if (lower === 'vi' || lower.startsWith('vi-')) return 'vi';
  if (/^zh-(hant|tw|hk|mo)\b/.test(lower)) return 'zh_Hant';
  if (lower === 'zh' || lower.startsWith('zh-')) return 'zh_Hans';
  return undefined;
}
