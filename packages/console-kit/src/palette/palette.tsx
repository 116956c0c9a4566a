import type { Translate } from '@purser/i18n/catalogue';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import type { Entry, LookUp, NumberFound } from './entry.ts';
import { KeyboardHelp, type Shortcuts } from './keyboard-help.tsx';
import type { PaletteProps } from './palette-button.tsx';
import { PaletteSearch } from './palette-search.tsx';
import styles from './palette.module.css';
import { recentOf, remember } from './recent.ts';
import { useI18n, type PaletteTexts } from './texts.ts';
import { useCommonActs } from './use-common-acts.tsx';

export interface OwnPalette {
  /** English says it too: names are found in either language. */
  readonly english: Translate<PaletteTexts>;
  /** Whose recent places are shown; undefined while it is not known. */
  readonly who: string | undefined;
  /** The console's pages, and what it can do. */
  readonly entries: readonly Entry[];
  /** How the records are asked for that have a number; undefined for what can be the number of none. */
  readonly lookUp: (text: string) => LookUp | undefined;
  /** The kinds of records. */
  readonly kindNames: Readonly<Record<string, string>>;
  readonly logOut: () => void;
  readonly shortcuts?: readonly Shortcuts[];
}

/** A dialog of the browser's own: it keeps the focus within, and gives it back when it closes. */
export function Palette({ first, onClosed, own }: Omit<PaletteProps, 'menu'> & { readonly own: OwnPalette }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const title = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const [view, setView] = useState(first);
  const [recent] = useState(() => (own.who === undefined ? [] : recentOf(own.who)));
  const showKeys = (): void => {
    setView('keys');
    // The field, which had the focus, is gone then.
    close.current?.focus();
  };
  const common = useCommonActs(own.english, { logOut: own.logOut, showKeys });
  const putCaretBack = useRef<() => void>(undefined);
  useEffect(() => {
    putCaretBack.current = caretOf(document.activeElement);
    dialog.current?.showModal();
  }, []);
  // Whoever goes back or forth in the browser has left the page that this was opened over.
  const { pathname } = useLocation();
  const [openedOver] = useState(pathname);
  useEffect(() => {
    if (pathname !== openedOver) dialog.current?.close();
  }, [pathname, openedOver]);

  const closed = (): void => {
    putCaretBack.current?.();
    onClosed();
  };
  const choose = (entry: Entry, found?: NumberFound): void => {
    if ('act' in entry) {
      if (!entry.stays) dialog.current?.close();
      entry.act();
      return;
    }
    const { id, place } = entry;
    if (own.who !== undefined) remember(own.who, found ? { kind: found.kind, number: found.number, place: found.place } : { id });
    // The focus goes back to where it was first: the page takes it from there.
    dialog.current?.close();
    void navigate({ to: place.to, search: place.search ?? {} } as never);
  };
  return (
    <dialog ref={dialog} className={styles.palette} aria-labelledby={title} closedby="any" onClose={closed}>
      <h2 id={title} className={view === 'search' ? 'visually-hidden' : styles.title}>
        {t(view === 'search' ? 'palette.title' : 'keys.title')}
      </h2>
      {view === 'search' ? (
        <PaletteSearch
          entries={[...own.entries, ...common]}
          recent={recent}
          lookUp={own.lookUp}
          kindNames={own.kindNames}
          onChoose={choose}
        />
      ) : (
        <KeyboardHelp own={own.shortcuts ?? []} />
      )}
      <button ref={close} type="button" className={styles.close} aria-label={t('kit.close')} onClick={() => dialog.current?.close()}>
        ×
      </button>
    </dialog>
  );
}

/** Chromium gives a field the focus back without its caret: it would take no keys until it is put there. */
function caretOf(field: Element | null): (() => void) | undefined {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return undefined;
  const { selectionStart: from, selectionEnd: until } = field;
  return () => {
    if (from !== null && document.activeElement === field) field.setSelectionRange(from, until);
  };
}
