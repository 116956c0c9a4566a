import { type ButtonHTMLAttributes, type ReactNode, type ToggleEvent, useId, useState } from 'react';
import styles from './popover.module.css';

/** What makes a button the one that opens a popover. */
export type Opener = Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'popoverTarget' | 'aria-haspopup' | 'aria-expanded'>;

export interface PopoverProps {
  /** Its accessible name. */
  readonly label: string;
  /** A menu brings its own role. */
  readonly kind?: 'dialog' | 'menu';
  /** The edge that it shares with its button. */
  readonly align: 'start' | 'end';
  /** Draws the button. */
  readonly renderButton: (opener: Opener) => ReactNode;
  /** What it shows while it is open. */
  readonly children: (close: () => void) => ReactNode;
  /** It is on show: what is in it can take the focus. */
  readonly onShown?: (box: HTMLElement) => void;
  readonly onClosed?: () => void;
}

/**
 * What opens below a button, and closes by Escape, by the button or by a click elsewhere. It is the browser's own popover, placed by the
 * browser: above everything, and next to its button for the keyboard.
 */
export function Popover({ label, kind = 'dialog', align, renderButton, children, onShown, onClosed }: PopoverProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const close = (): void => document.getElementById(id)?.hidePopover();
  const onToggle = ({ newState, currentTarget }: ToggleEvent<HTMLElement>): void => {
    if (newState === 'open') {
      onShown?.(currentTarget);
    } else {
      setOpen(false);
      onClosed?.();
    }
  };
  return (
    <>
      {renderButton({ popoverTarget: id, 'aria-haspopup': kind, 'aria-expanded': open })}
      <div
        id={id}
        popover="auto"
        className={styles.popover}
        data-align={align}
        {...(kind === 'dialog' && { role: 'dialog', 'aria-label': label })}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={onToggle}
      >
        {open && children(close)}
      </div>
    </>
  );
}
