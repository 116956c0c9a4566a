import type { ReactNode } from 'react';
import { Menu } from './menu.tsx';
import { useKitTexts } from './texts.tsx';
import styles from './list-bar.module.css';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface FilterChipProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string | undefined) => void;
  /** False for what always has a value, such as the order of a list. */
  readonly clearable?: boolean;
}

/** One of a few values, or none: a chip that names its filter and, once set, its value. */
export function FilterChip({ label, value, choices, onChange, clearable = true }: FilterChipProps) {
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <ChipFrame label={label} shown={chosen?.label ?? value} onClear={clearable ? () => onChange(undefined) : undefined}>
      {(button) => (
        <Menu
          label={label}
          align="start"
          items={choices.map((choice) => ({ key: choice.value, label: choice.label, chosen: choice.value === value }))}
          onChoose={onChange}
          renderButton={(opener) => <button type="button" {...opener} {...button} />}
        />
      )}
    </ChipFrame>
  );
}

interface ChipFrameProps {
  readonly label: string;
  /** The chosen value in words; undefined while the filter is not set. */
  readonly shown: string | undefined;
  readonly onClear: (() => void) | undefined;
  /** Draws the chip's button, with these properties. */
  readonly children: (button: { readonly className: string; readonly children: ReactNode }) => ReactNode;
}

/** A chip: what opens its choice and, once it is set, what clears it. */
export function ChipFrame({ label, shown, onClear, children }: ChipFrameProps) {
  const { t } = useKitTexts();
  return (
    <span className={styles.chip} data-set={shown !== undefined}>
      {children({
        className: styles.chipButton ?? '',
        children: (
          <>
            {label}
            {shown !== undefined && <strong className={styles.chosen}> {shown}</strong>}
            <svg viewBox="0 0 12 12" width="10" height="10" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
              <path d="m2.5 4.5 3.5 3.5 3.5-3.5" />
            </svg>
          </>
        ),
      })}
      {shown !== undefined && onClear && (
        <button type="button" className={styles.clear} aria-label={t('kit.clearNamed', { what: label })} onClick={onClear}>
          ×
        </button>
      )}
    </span>
  );
}
