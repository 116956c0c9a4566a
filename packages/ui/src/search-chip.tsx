import { type KeyboardEvent, useId, useState } from 'react';
import { choicesFound } from './choices-found.ts';
import { ChipFrame, type FilterChipProps } from './filter-chip.tsx';
import inputs from './input.module.css';
import menu from './menu.module.css';
import { Popover } from './popover.tsx';
import styles from './search-chip.module.css';
import { useKitTexts } from './texts.tsx';

type SearchChipProps = Omit<FilterChipProps, 'clearable' | 'none'>;

/** One of many values, or none: a chip whose choices are found by typing. */
export function SearchChip({ label, value, choices, onChange }: SearchChipProps) {
  const shown = choices.find((choice) => choice.value === value)?.label ?? value;
  return (
    <ChipFrame label={label} shown={shown} onClear={() => onChange(undefined)}>
      {(button) => (
        <Popover
          label={label}
          align="start"
          onShown={showField}
          renderButton={(opener) => <button type="button" {...opener} {...button} />}
        >
          {(close) => (
            <Search
              label={label}
              value={value}
              choices={choices}
              onChange={(chosen) => {
                close();
                onChange(chosen);
              }}
            />
          )}
        </Popover>
      )}
    </ChipFrame>
  );
}

/** The field keeps the focus; up and down go through what was found, and round, and enter chooses. */
function Search({ label, value, choices, onChange }: SearchChipProps) {
  const { t } = useKitTexts();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      choices.findIndex((choice) => choice.value === value),
    ),
  );
  const found = choicesFound(choices, typed);
  const optionId = (index: number): string => `${id}-${index}`;

  const walk = (event: KeyboardEvent): void => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (to !== undefined && found.length > 0) {
      event.preventDefault();
      setAt((to + found.length) % found.length);
    } else if (event.key === 'Enter') {
      // The chip, which has the focus next, must not take the key for itself.
      event.preventDefault();
      const chosen = found[at];
      if (chosen) onChange(chosen.value);
    }
  };
  return (
    <div className={styles.panel}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={found[at] && optionId(at)}
        aria-label={t('kit.choiceSearch', { what: label })}
        placeholder={t('kit.choiceSearch', { what: label })}
        autoComplete="off"
        className={inputs.input}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={walk}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select of the browser's own cannot be searched */}
      <div id={id} role="listbox" aria-label={label} className={styles.found}>
        {found.map((choice, index) => (
          <button
            key={choice.value}
            id={optionId(index)}
            type="button"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as its list
            role="option"
            tabIndex={-1}
            aria-selected={choice.value === value}
            aria-current={index === at || undefined}
            ref={index === at ? showWhole : undefined}
            className={menu.item}
            onClick={() => onChange(choice.value)}
          >
            {choice.label}
          </button>
        ))}
      </div>
      <output className={styles.none}>{found.length === 0 && t('kit.choiceNone')}</output>
    </div>
  );
}

function showField(box: HTMLElement): void {
  box.querySelector('input')?.focus();
  // What is drawn before the box is on show cannot be scrolled to.
  showWhole(box.querySelector<HTMLElement>('[aria-current]'));
}

function showWhole(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
