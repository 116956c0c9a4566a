import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@purser/contract/language';
import { chooseTheme, useTheme } from '@purser/ui/theme';
import { tagOf, useI18n } from './i18n.tsx';
import styles from './preferences.module.css';

/** The language switch: the system's own list, which every keyboard and phone knows. */
export function LanguageSwitch() {
  const { t, language, chooseLanguage } = useI18n();
  return (
    <span className={styles.language}>
      <svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden="true">
        <circle cx="10" cy="10" r="7.5" />
        <path d="M2.5 10h15M10 2.5c5 5 5 10 0 15M10 2.5c-5 5-5 10 0 15" />
      </svg>
      <select aria-label={t('shell.language')} value={language} onChange={(event) => void chooseLanguage(event.target.value as Language)}>
        {LANGUAGES.map((each) => (
          <option key={each} value={each} lang={tagOf(each)}>
            {LANGUAGE_NAMES[each]}
          </option>
        ))}
      </select>
    </span>
  );
}

export function ThemeSwitch() {
  const { t } = useI18n();
  const theme = useTheme();
  const name = theme === 'day' ? t('shell.night') : t('shell.day');
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label={name}
      title={name}
      onClick={() => chooseTheme(theme === 'day' ? 'night' : 'day')}
    >
      <svg
        viewBox="0 0 20 20"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        aria-hidden="true"
      >
        {theme === 'day' ? (
          <path d="M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3z" strokeLinejoin="round" />
        ) : (
          <>
            <circle cx="10" cy="10" r="3.5" />
            <path d="M10 1.8v1.6M10 16.6v1.6M1.8 10h1.6M16.6 10h1.6M4.2 4.2l1.1 1.1M14.7 14.7l1.1 1.1M15.8 4.2l-1.1 1.1M5.3 14.7l-1.1 1.1" />
          </>
        )}
      </svg>
    </button>
  );
}
