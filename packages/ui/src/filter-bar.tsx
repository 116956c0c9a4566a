import { FilterOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useKitTexts } from './texts.tsx';
import { PHONE, useMedia } from './use-media.ts';
import styles from './filter-bar.module.css';

export interface FilterBarProps {
  /** How many filters are set. */
  readonly active: number;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** The filters of a list. They act at once; on a phone they fold away behind one button. */
export function FilterBar({ active, onClear, children }: FilterBarProps) {
  const { t } = useKitTexts();
  const phone = useMedia(PHONE);
  const [open, setOpen] = useState(false);
  const id = useId();
  const unfolded = !phone || open;
  return (
    <search className={styles['bar']}>
      {phone && (
        <Button icon={<FilterOutlined />} onClick={() => setOpen(!open)} aria-expanded={open} aria-controls={id}>
          {active > 0 ? t('kit.filtersActive', { count: active }) : t('kit.filters')}
        </Button>
      )}
      <div id={id} className={styles['fields']} hidden={!unfolded}>
        {children}
        {active > 0 && (
          <Button className={styles['clear']} onClick={onClear}>
            {t('kit.filtersReset')}
          </Button>
        )}
      </div>
    </search>
  );
}

interface FieldProps {
  readonly label: string;
}

export interface FilterTextProps extends FieldProps {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** Only digits can be typed. */
  readonly digits?: boolean;
  readonly maxLength?: number;
}

/** A text to search for; it acts when one stops typing, at once on Enter. */
export function FilterText({ label, value = '', onChange, digits = false, maxLength = 64 }: FilterTextProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);

  const commit = (text: string): void => {
    if (text.trim() !== value) onChange(text.trim() || undefined);
  };
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => commit(typed), 400);
    return () => clearTimeout(timer);
    // Only what is typed starts the wait again; a new `onChange` must not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [typed, value]);

  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        allowClear
        value={typed}
        maxLength={maxLength}
        inputMode={digits ? 'numeric' : undefined}
        onChange={(event) => setTyped(digits ? event.target.value.replace(/\D/g, '') : event.target.value)}
        onPressEnter={() => commit(typed)}
      />
    </div>
  );
}

export interface FilterSelectProps<Value extends string> extends FieldProps {
  readonly value: Value | undefined;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value | undefined) => void;
}

/** One of a few values, or all. */
export function FilterSelect<Value extends string>({ label, value, options, onChange }: FilterSelectProps<Value>) {
  const { t } = useKitTexts();
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <Select<string>
        id={id}
        value={value ?? ''}
        options={[{ value: '', label: t('kit.all') }, ...options]}
        onChange={(chosen) => onChange((chosen || undefined) as Value | undefined)}
        popupMatchSelectWidth={false}
      />
    </div>
  );
}
