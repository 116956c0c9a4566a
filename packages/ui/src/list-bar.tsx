import { type ReactNode, useRef } from 'react';
import { useKitTexts } from './texts.tsx';
import { useMoreAside } from './use-more-aside.ts';
import styles from './list-bar.module.css';

export interface ListBarProps {
  readonly search?: ReactNode;
  /** The filters' chips. */
  readonly children: ReactNode;
  /** How many filters are set. */
  readonly active: number;
  readonly onClear: () => void;
  /** What one does with the list as a whole: export, columns. */
  readonly tools?: ReactNode;
}

/** The row above a list: what to search for, what narrows it, and its tools. Where there is little room the chips are a line that scrolls. */
export function ListBar({ search, children, active, onClear, tools }: ListBarProps) {
  const { t } = useKitTexts();
  const chips = useRef<HTMLDivElement>(null);
  const aside = useMoreAside(chips);
  const whole = useShownWhole();
  return (
    <div className={styles.bar}>
      <search className={styles.filters}>
        {search}
        <div ref={chips} className={styles.chips} data-more-before={aside.before} data-more-after={aside.after} {...whole}>
          {children}
          {active > 0 && (
            <button type="button" className={styles.reset} onClick={onClear}>
              {t('kit.filtersReset')}
            </button>
          )}
        </div>
      </search>
      {tools !== undefined && <div className={styles.tools}>{tools}</div>}
    </div>
  );
}

/** Browsers leave a chip that is partly in sight as it is. It is brought into sight whole, but does not move under a finger or pointer. */
function useShownWhole() {
  const pressed = useRef(false);
  const show = (target: EventTarget): void => (target as Element).scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return {
    onPointerDown: () => {
      pressed.current = true;
    },
    onPointerUp: () => {
      pressed.current = false;
    },
    onPointerCancel: () => {
      pressed.current = false;
    },
    onFocus: ({ target }: { readonly target: EventTarget }) => {
      if (!pressed.current) show(target);
    },
    onClick: ({ target }: { readonly target: EventTarget }) => {
      pressed.current = false;
      show((target as Element).closest('button') ?? target);
    },
  };
}
