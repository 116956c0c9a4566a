import { type KeyboardEvent, useId } from 'react';
import styles from './menu.module.css';
import { Popover, type PopoverProps } from './popover.tsx';

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  /** It is what holds now. */
  readonly chosen?: boolean;
}

interface MenuProps extends Pick<PopoverProps, 'label' | 'align' | 'renderButton'> {
  readonly items: readonly MenuItem[];
  /** What to know before choosing. */
  readonly note?: string | undefined;
  readonly onChoose: (key: string) => void;
}

/** A few things to choose one of, below a button. */
export function Menu({ label, align, renderButton, items, note, onChoose }: MenuProps) {
  const noteId = useId();
  return (
    <Popover label={label} kind="menu" align={align} renderButton={renderButton} onShown={focusFirst}>
      {(close) => (
        <>
          <div role="menu" aria-label={label} aria-describedby={note && noteId} tabIndex={-1} className={styles.menu} onKeyDown={walk}>
            {items.map(({ key, label: name, chosen = false }) => (
              <button
                key={key}
                type="button"
                role="menuitem"
                tabIndex={-1}
                aria-current={chosen || undefined}
                className={styles.item}
                onClick={() => {
                  close();
                  onChoose(key);
                }}
              >
                {name}
              </button>
            ))}
          </div>
          {note && (
            <p id={noteId} className={styles.note}>
              {note}
            </p>
          )}
        </>
      )}
    </Popover>
  );
}

/** What is chosen takes the focus, or else the first. */
function focusFirst(box: HTMLElement): void {
  (box.querySelector<HTMLElement>('[aria-current]') ?? box.querySelector('button'))?.focus();
}

/** Up, down, home and end go from item to item, and round. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll('button')];
  const at = items.findIndex((item) => item === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  items.at(to % items.length)?.focus();
}
