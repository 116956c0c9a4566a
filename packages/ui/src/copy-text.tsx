import { useState } from 'react';
import { useKitTexts } from './texts.tsx';
import { toast } from './toast.ts';
import styles from './copy-text.module.css';

export interface CopyTextProps {
  readonly text: string | number | null | undefined;
  /** What is copied, for the button's name: "order number". */
  readonly what?: string;
  /** Shown in the place of the text, which alone is copied. */
  readonly shown?: string;
  /** Shortens a long text in its middle when shown; the whole is copied. */
  readonly shorten?: boolean;
}

/** An id with a button that copies it. */
export function CopyText({ text, shown, what, shorten = false }: CopyTextProps) {
  if (text === null || text === undefined || text === '') return <span>–</span>;
  const whole = String(text);
  return (
    <span className={styles.copy}>
      <span className={styles.text} title={shorten ? whole : undefined}>
        {shown ?? (shorten ? shortened(whole) : whole)}
      </span>
      <CopyButton text={whole} what={what} />
    </span>
  );
}

export interface CopyButtonProps {
  /** Nothing is drawn where there is nothing to copy. */
  readonly text: string | number | null;
  readonly what?: string | undefined;
  /** False within a list: its rows are one stop each, and what a row holds is copied in its details. */
  readonly tabStop?: boolean;
}

export function CopyButton({ text, what, tabStop = true }: CopyButtonProps) {
  const { t } = useKitTexts();
  const [copied, setCopied] = useState(false);
  if (text === null || text === '') return null;

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(String(text));
      setCopied(true);
      setTimeout(() => setCopied(false), 1_500);
      toast.success(t('kit.copied'));
    } catch {
      toast.error(t('kit.copyFailed'));
    }
  };

  return (
    <button
      type="button"
      className={styles.button}
      onClick={() => void copy()}
      tabIndex={tabStop ? undefined : -1}
      aria-label={what === undefined ? t('kit.copy') : t('kit.copyNamed', { what })}
    >
      {copied ? <TickIcon /> : <CopyIcon />}
    </button>
  );
}

/** A long text without its middle. */
export function shortened(text: string): string {
  return text.length > 20 ? `${text.slice(0, 9)}…${text.slice(-8)}` : text;
}

function CopyIcon() {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden="true">
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M3.5 10.5h-1v-8h8v1" />
    </svg>
  );
}

function TickIcon() {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
      <path d="m3 8.5 3.2 3.2L13 5" />
    </svg>
  );
}
