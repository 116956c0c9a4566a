import { CopyText } from '@purser/ui/copy-text';
import styles from './cut-in.module.css';

interface CodeBlockProps {
  /** What is copied, byte for byte. */
  readonly text: string;
  /** How it is set for reading, where that differs. */
  readonly shown?: string;
  /** What it is, for its copy button and for who does not see it. */
  readonly what: string;
}

/** A text for machines, which scrolls and can be copied. */
export function CodeBlock({ text, shown = text, what }: CodeBlockProps) {
  return (
    <div className={styles.payload}>
      <span className={styles.payloadCopy}>
        <CopyText text={text} what={what} shown="" />
      </span>
      {/* A region that scrolls is reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={what}>
        {shown}
      </pre>
    </div>
  );
}
