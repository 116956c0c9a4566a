import { useId } from 'react';
import styles from './segmented.module.css';

export interface SegmentedProps<Value extends string> {
  /** Accessible name. */
  readonly label: string;
  readonly value: Value | undefined;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  /** As wide as there is room. */
  readonly block?: boolean;
}

/** One of a few views or kinds, all of them in sight. */
export function Segmented<Value extends string>({ label, value, options, onChange, block = false }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.segmented} data-block={block}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
