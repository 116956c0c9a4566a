import type { KeyboardEvent } from 'react';
import type { RowSelection } from './data-table-types.ts';
import { NoSelectBox, SelectBox } from './select-box.tsx';
import { useKitTexts } from './texts.tsx';

interface SelectRowProps<Row> {
  readonly row: Row;
  readonly selection: RowSelection<Row>;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The box that selects a row; its room where the row cannot be selected. */
export function SelectRow<Row>({ row, selection, onKeyDown }: SelectRowProps<Row>) {
  const { t } = useKitTexts();
  if (!selection.allows(row)) return <NoSelectBox />;
  return (
    <SelectBox
      label={t('kit.selectNamed', { what: selection.nameOf(row) })}
      checked={selection.isSelected(row)}
      onChange={(selected) => selection.select([row], selected)}
      {...(onKeyDown && { onKeyDown })}
    />
  );
}

interface SelectAllProps<Row> {
  readonly rows: readonly Row[];
  readonly selection: RowSelection<Row>;
}

/** The box that selects every row on show that can be. */
export function SelectAll<Row>({ rows, selection }: SelectAllProps<Row>) {
  const { t } = useKitTexts();
  const possible = rows.filter(selection.allows);
  if (possible.length === 0) return <NoSelectBox />;
  const selected = possible.filter(selection.isSelected).length;
  return (
    <SelectBox
      label={t('kit.selectAll')}
      checked={selected === possible.length}
      mixed={selected > 0 && selected < possible.length}
      onChange={(all) => selection.select(possible, all)}
    />
  );
}
