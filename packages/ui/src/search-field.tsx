import { SearchOutlined } from '@ant-design/icons';
import { LONGEST_TXID } from '@purser/contract/limits';
import { useEffect, useRef, useState } from 'react';
import inputs from './input.module.css';
import styles from './list-bar.module.css';
import { useKitTexts } from './texts.tsx';

export interface SearchFieldProps {
  /** What can be searched for; also its accessible name. */
  readonly label: string;
  readonly value: string | undefined;
  readonly onSearch: (text: string | undefined) => void;
}

/** A text to search for; it acts when one stops typing, at once on Enter. */
export function SearchField({ label, value = '', onSearch }: SearchFieldProps) {
  const { t } = useKitTexts();
  const [typed, setTyped] = useState(value);
  /** What was searched for last. It comes back as `value` late, when more may be typed; any other `value` was set elsewhere, and is taken over. */
  const searched = useRef(value);
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setTyped(value);
  }, [value]);

  const search = (text: string): void => {
    const wanted = text.trim();
    if (wanted === searched.current) return;
    searched.current = wanted;
    onSearch(wanted || undefined);
  };
  useEffect(() => {
    const timer = setTimeout(() => search(typed), 400);
    return () => clearTimeout(timer);
    // Only what is typed starts the wait again; a new `onSearch` must not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [typed]);

  return (
    <span className={styles.search}>
      <SearchOutlined aria-hidden />
      <input
        type="text"
        className={inputs.input}
        aria-label={label}
        title={label}
        placeholder={label}
        value={typed}
        maxLength={LONGEST_TXID}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={({ key }) => key === 'Enter' && search(typed)}
      />
      {typed !== '' && (
        <button type="button" tabIndex={-1} aria-label={t('kit.clearNamed', { what: label })} onClick={() => setTyped('')}>
          ×
        </button>
      )}
    </span>
  );
}
