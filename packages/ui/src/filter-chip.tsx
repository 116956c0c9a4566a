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
  /** False for what always has a value, such as a period. */
  readonly clearable?: boolean;
  /** What it is called that nothing is chosen; "All" unless said. */
  readonly none?: string;
}

/** No choice has this value. */
const NOTHING = '';

/** One of a few values, or none: a chip that names its filter and, once set, its value. */
export function FilterChip({ label, value, choices, onChange, clearable = true, none }: FilterChipProps) {
  const { t } = useKitTexts();
  const nothing = { key: NOTHING, label: none ?? t('kit.all'), chosen: value === undefined };
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <ChipFrame label={label} shown={chosen?.label ?? value} onClear={clearable ? () => onChange(undefined) : undefined}>
      {(button) => (
        <Menu
          label={label}
          align="start"
          items={[
            ...(clearable ? [nothing] : []),
            ...choices.map((choice) => ({ key: choice.value, label: choice.label, chosen: choice.value === value })),
          ]}
          onChoose={(key) => onChange(key === NOTHING ? undefined : key)}
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
