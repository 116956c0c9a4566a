import type { ReactNode } from 'react';
import styles from './frame.module.css';

interface FrameNoticeProps {
  readonly tone: 'warning' | 'info';
  readonly children: ReactNode;
  /** The one thing that one can do about it. */
  readonly act?: { readonly text: string; readonly onAct: () => void };
}

/** A line between the header and the page. */
export function FrameNotice({ tone, act, children }: FrameNoticeProps) {
  return (
    <output className={`${styles.notice} ${styles[tone]}`}>
      {children}
      {act && (
        <button type="button" onClick={act.onAct}>
          {act.text}
        </button>
      )}
    </output>
  );
}
