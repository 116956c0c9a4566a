import { SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { Column } from './data-table-types.ts';
import { Popover } from './popover.tsx';
import { useKitTexts } from './texts.tsx';
import styles from './column-choice.module.css';

export interface ColumnChoiceState {
  readonly isShown: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  readonly reset: () => void;
  /** The columns that differ from the usual. */
  readonly chosen: Readonly<Record<string, boolean>>;
  readonly choose: (chosen: Readonly<Record<string, boolean>>) => void;
}

/** Which columns of a table the user wants, kept in local storage: only what differs from the usual. */
export function useColumnChoice(table: string, columns: readonly Pick<Column<never>, 'key' | 'optional' | 'always'>[]): ColumnChoiceState {
  const storageKey = `purser.columns.${table}`;
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>(() => readChoice(storageKey));
  const change = (next: Readonly<Record<string, boolean>>): void => {
    setChosen(next);
    try {
      localStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // Storage may be refused; the choice then lasts as long as the page.
    }
  };
  const isShown = (key: string): boolean => {
    const column = columns.find((candidate) => candidate.key === key);
    return column?.always === true || (chosen[key] ?? column?.optional !== true);
  };
  return { isShown, toggle: (key) => change({ ...chosen, [key]: !isShown(key) }), reset: () => change({}), chosen, choose: change };
}

function readChoice(storageKey: string): Readonly<Record<string, boolean>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}

interface ColumnChoiceProps {
  readonly columns: readonly Pick<Column<never>, 'key' | 'title' | 'always'>[];
  readonly choice: ColumnChoiceState;
}

export function ColumnChoice({ columns, choice }: ColumnChoiceProps) {
  const { t } = useKitTexts();
  return (
    <Popover
      label={t('kit.columnsHint')}
      align="end"
      renderButton={(opener) => (
        <Button icon={<SettingOutlined aria-hidden />} {...opener}>
          {t('kit.columns')}
        </Button>
      )}
    >
      {() => (
        <div className={styles.list}>
          {columns.map((column) => (
            <label key={column.key}>
              <input
                type="checkbox"
                checked={choice.isShown(column.key)}
                disabled={column.always}
                onChange={() => choice.toggle(column.key)}
              />
              {column.title}
            </label>
          ))}
          <Button size="small" onClick={choice.reset}>
            {t('kit.columnsReset')}
          </Button>
        </div>
      )}
    </Popover>
  );
}
