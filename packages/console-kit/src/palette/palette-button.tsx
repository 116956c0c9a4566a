import { toast } from '@purser/ui/toast';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { useT } from '../i18n.tsx';
import type { MenuGroup } from '../menu-list.tsx';
import { isDialogOpen, isTypedIn, opensHelp, opensPalette, PALETTE_KEYS } from './keys.ts';
import styles from './palette-button.module.css';

/** What the palette shows first. */
export type PaletteView = 'search' | 'keys';

export interface PaletteProps {
  readonly menu: readonly MenuGroup[];
  readonly first: PaletteView;
  readonly onClosed: () => void;
}

export type LoadPalette = () => Promise<{ readonly default: ComponentType<PaletteProps> }>;

interface PaletteButtonProps {
  /** The app's palette; it comes when it is first asked for. */
  readonly load: LoadPalette;
  readonly menu: readonly MenuGroup[];
}

/** The button that opens the palette, and the keys that do so wherever one is. Under an open dialog they do nothing. */
export function PaletteButton({ load, menu }: PaletteButtonProps) {
  const t = useT();
  const [shown, setShown] = useState<{ readonly Palette: ComponentType<PaletteProps>; readonly view: PaletteView }>();
  const failed = t('failure.network');
  const show = (view: PaletteView): void => {
    load().then(
      ({ default: Palette }) => isDialogOpen() || setShown({ Palette, view }),
      () => toast.error(failed),
    );
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const help = opensHelp(event) && !isTypedIn(event.target);
      if ((!help && !opensPalette(event)) || isDialogOpen()) return;
      event.preventDefault();
      show(help ? 'keys' : 'search');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        aria-keyshortcuts={PALETTE_KEYS.named}
        onClick={() => show('search')}
      >
        <svg
          viewBox="0 0 20 20"
          width="18"
          height="18"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <circle cx="9" cy="9" r="5.5" />
          <path d="m13.2 13.2 4 4" />
        </svg>
        <span className={styles.name}>{t('shell.find')}</span>
        <kbd aria-hidden="true">{PALETTE_KEYS.shown}</kbd>
      </button>
      {shown && (
        <Suspense>
          <shown.Palette menu={menu} first={shown.view} onClosed={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  );
}
