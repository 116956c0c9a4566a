import type { KeyboardEvent } from 'react';
import styles from './select-box.module.css';

export interface SelectBoxProps {
  /** What it selects, for those who do not see where it stands. */
  readonly label: string;
  readonly checked: boolean;
  /** Some of what it stands for are selected, and some are not. */
  readonly mixed?: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The box that selects a row, or all of them. */
export function SelectBox({ label, checked, mixed = false, onChange, onKeyDown }: SelectBoxProps) {
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        onChange={(event) => onChange(event.target.checked)}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}

/** Where a row has no box, its room. */
export function NoSelectBox() {
  return <span className={styles.box} aria-hidden="true" />;
}
