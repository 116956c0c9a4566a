import { useEffect, type ReactNode } from 'react';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES } from '@purser/contract/language';
import { PREFERENCES_PATH } from '@purser/contract/payer-pages';
import { useAlive } from './alive.ts';
import { usePage } from './context.tsx';
import { closeMenu } from './menu.ts';
import styles from './shell.module.css';
import { chooseTheme } from './theme.ts';
import { keepTyped } from './typed-kept.ts';

interface ShellProps {
  /** How much room the page takes where there is room: two columns begin where both have enough. */
  readonly width?: 'wide' | 'twoColumns' | 'reading';
  readonly aside?: ReactNode;
  /** The id of the page's form from which a change of language or look brings along what may stand in an address, where no script keeps it. */
  readonly keeps?: string | undefined;
  readonly children: ReactNode;
}

/** The frame of every payer page: the mark, the payer's preferences. */
export function Shell({ width, aside, keeps, children }: ShellProps) {
  const { t } = usePage();
  const alive = useAlive();
  const form = alive ? undefined : keeps;
  return (
    <div className={width ? `${styles.shell} ${styles[width]}` : styles.shell}>
      <a className={styles.skip} href="#content">
        {t('skip_to_content')}
      </a>
      {/* What Enter in that form presses is its first button, which would be a language. */}
      {form && <button form={form} hidden tabIndex={-1} aria-hidden="true" />}
      <header className={styles.header}>
        <span className={styles.brand}>
          <Mark />
          Purser
        </span>
        <div className={styles.preferences}>
          {aside}
          <LanguageSwitch form={form} />
          <ThemeSwitch form={form} />
        </div>
      </header>
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <footer className={styles.footer}>
        <ContentLinks />
        <p>
          <LockIcon />
          {t('secured')}
        </p>
      </footer>
    </div>
  );
}

/** The provider's public texts. They open beside a payment, which would otherwise be left. */
function ContentLinks() {
  const { t, path } = usePage();
  const beside = path.startsWith('/pay/') ? { target: '_blank' } : {};
  return (
    <nav aria-label={t('footer')}>
      {CONTENT_LINKS.map(([href, name]) => (
        <a key={href} href={href} {...beside}>
          {t(name)}
        </a>
      ))}
    </nav>
  );
}

const CONTENT_LINKS = [
  ['/help', 'help_title'],
  ['/announcements', 'announcements_title'],
  ['/legal/user-agreement', 'user_agreement'],
  ['/legal/privacy-policy', 'privacy_policy'],
  ['/legal/legal-statement', 'legal_statement'],
  ['/about', 'about_us'],
  ['/status', 'status_title'],
] as const;

/** One piece of paper on the ground; of two columns where there is room for them. */
export function Card({ columns = false, children }: { columns?: boolean; children: ReactNode }) {
  return <section className={columns ? `${styles.card} ${styles.columns}` : styles.card}>{children}</section>;
}

interface SwitchProps {
  /** The id of the form that the choice is sent with, instead of the switch's own. */
  readonly form: string | undefined;
}

/** What sends a preference with another form. The address says where it was chosen: in the form it would be sent on as well by whatever else sends that. */
function sentWith(form: string | undefined, path: string) {
  if (form === undefined) return {};
  const query = new URLSearchParams({ back: path, keeps: 'yes' });
  return { form, formAction: `${PREFERENCES_PATH}?${query.toString()}`, formMethod: 'post', formNoValidate: true } as const;
}

function LanguageSwitch({ form }: SwitchProps) {
  const { t, language, path } = usePage();
  useEffect(() => {
    const over = new AbortController();
    closeMenu(over.signal);
    return () => over.abort();
  }, []);
  return (
    <details className={styles.languages}>
      <summary aria-label={`${t('language')}: ${LANGUAGE_NAMES[language]}`}>{LANGUAGE_NAMES[language]}</summary>
      <form
        method="post"
        action={PREFERENCES_PATH}
        className={styles.menu}
        onSubmit={({ currentTarget }) => {
          // Alive, a page may have gone on to another step.
          const back = currentTarget.elements.namedItem('back');
          if (back instanceof HTMLInputElement) back.value = location.pathname + location.search;
          keepTyped();
        }}
      >
        <input type="hidden" name="back" value={path} />
        {LANGUAGES.map((other) => (
          <button
            key={other}
            name="language"
            value={other}
            {...sentWith(form, path)}
            lang={LANGUAGE_TAGS[other]}
            aria-current={other === language ? 'true' : undefined}
          >
            {LANGUAGE_NAMES[other]}
          </button>
        ))}
      </form>
    </details>
  );
}

/**
 * Two buttons of which the stylesheet shows the one that changes something: only it knows whether the device asks
 * for night. Alive, the page changes at once and keeps what was typed.
 */
function ThemeSwitch({ form }: SwitchProps) {
  const { t, path } = usePage();
  const choose = (theme: 'day' | 'night') => (event: React.MouseEvent) => {
    event.preventDefault();
    chooseTheme(theme);
  };
  return (
    <form method="post" action={PREFERENCES_PATH} className={styles.theme}>
      <input type="hidden" name="back" value={path} />
      <button
        className={styles.toNight}
        name="theme"
        value="night"
        {...sentWith(form, path)}
        aria-label={t('to_night')}
        title={t('to_night')}
        onClick={choose('night')}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path
            d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinejoin="round"
          />
        </svg>
      </button>
      <button
        className={styles.toDay}
        name="theme"
        value="day"
        {...sentWith(form, path)}
        aria-label={t('to_day')}
        title={t('to_day')}
        onClick={choose('day')}
      >
        <svg
          viewBox="0 0 24 24"
          width="20"
          height="20"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
        >
          <circle cx="12" cy="12" r="4" />
          <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />
        </svg>
      </button>
    </form>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
      <rect width="24" height="24" rx="7" fill="var(--accent)" />
      <path
        d="M8.2 18V6.5h4.6a3.6 3.6 0 0 1 0 7.2H8.2"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2.3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

function LockIcon() {
  return (
    <svg viewBox="0 0 24 24" width="15" height="15" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
      <rect x="5" y="10.5" width="14" height="10" rx="2.5" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
    </svg>
  );
}
