import { DownloadOutlined, GlobalOutlined, LogoutOutlined, MoonOutlined, QuestionCircleOutlined, SunOutlined } from '@ant-design/icons';
import { LANGUAGE_NAMES, LANGUAGES } from '@purser/contract/language';
import { EXPORT_FORMATS } from '@purser/contract/list-call';
import type { Translate } from '@purser/i18n/catalogue';
import { chooseTheme, useTheme } from '@purser/ui/theme';
import { tagOf } from '../i18n.tsx';
import type { ActEntry } from './entry.ts';
import { offeredExport } from './offered-export.ts';
import { useI18n, type PaletteTexts } from './texts.ts';

/** What can be done on every page of both consoles. */
export function useCommonActs(
  english: Translate<PaletteTexts>,
  { logOut, showKeys }: { readonly logOut: () => void; readonly showKeys: () => void },
): ActEntry[] {
  const { t, language, chooseLanguage } = useI18n();
  const theme = useTheme();
  const next = theme === 'day' ? 'night' : 'day';
  const startExport = offeredExport();
  const exports = startExport ? EXPORT_FORMATS : [];
  return [
    ...exports.map((format): ActEntry => ({
      id: `export-${format}`,
      section: 'acts',
      name: t('palette.download', { format: t(FORMAT_NAMES[format]) }),
      also: [english('palette.download', { format: english(FORMAT_NAMES[format]) }), t('palette.words.export')],
      icon: <DownloadOutlined aria-hidden />,
      act: () => startExport?.(format),
    })),
    {
      id: 'theme',
      section: 'acts',
      name: t(`shell.${next}`),
      also: [english(`shell.${next}`), t('palette.words.theme')],
      icon: next === 'night' ? <MoonOutlined aria-hidden /> : <SunOutlined aria-hidden />,
      act: () => chooseTheme(next),
    },
    ...LANGUAGES.filter((each) => each !== language).map((each): ActEntry => ({
      id: `language-${each}`,
      section: 'acts',
      name: t('palette.language', { name: LANGUAGE_NAMES[each] }),
      also: [english('palette.language', { name: ENGLISH_NAMES.of(tagOf(each)) ?? '' })],
      icon: <GlobalOutlined aria-hidden />,
      act: () => void chooseLanguage(each),
    })),
    {
      id: 'keys',
      section: 'acts',
      name: t('keys.title'),
      also: [english('keys.title'), t('palette.words.keys')],
      icon: <QuestionCircleOutlined aria-hidden />,
      act: showKeys,
      stays: true,
    },
    {
      id: 'log-out',
      section: 'acts',
      name: t('shell.logout'),
      also: [english('shell.logout'), t('palette.words.logout')],
      icon: <LogoutOutlined aria-hidden />,
      act: logOut,
    },
  ];
}

const FORMAT_NAMES = { csv: 'list.exportCsv', xlsx: 'list.exportXlsx' } as const;
const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'language' });
