import { LANGUAGE_NAMES, LANGUAGE_TAGS } from '@purser/contract/language';
import type { ContentText } from '@purser/contract/content-shown';
import { usePage } from '../../shared/context.tsx';
import { Notice } from '../../shared/notice.tsx';
import styles from './content.module.css';

/** A published text. Its HTML is the server's own: built of a checked tree, cleaned, and on a page that runs no scripts. */
export function Prose({ html, language }: Pick<ContentText, 'html' | 'language'>) {
  // oxlint-disable-next-line react/no-danger -- the server cleans it, and the page forbids scripts
  return <div className={styles.prose} lang={LANGUAGE_TAGS[language]} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Says that a text is not in the reader's language. */
export function OtherLanguage({ language: written }: Pick<ContentText, 'language'>) {
  const { t, language } = usePage();
  if (written === language) return null;
  return <Notice kind="advice">{t('content_other_language', { language: LANGUAGE_NAMES[written] })}</Notice>;
}

/** A day as the reader's language writes it. The server does not know their time zone, so days are those of UTC. */
export function Day({ instant }: { instant: string }) {
  const { language } = usePage();
  const text = new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant));
  return <time dateTime={instant}>{text}</time>;
}

/** What stands where a text was looked for and there is none. */
export function NothingHere({ title, hint, href, go }: { title: string; hint: string; href: string; go: string }) {
  return (
    <div className={styles.nothing}>
      <h1>{title}</h1>
      <p>{hint}</p>
      <a href={href}>{go}</a>
    </div>
  );
}
