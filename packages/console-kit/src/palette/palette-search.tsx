import { NumberOutlined, ReloadOutlined } from '@ant-design/icons';
import { LONGEST_TXID } from '@purser/contract/limits';
import inputs from '@purser/ui/input.module.css';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Entry, LookUp, NumberFound, PlaceEntry } from './entry.ts';
import styles from './palette.module.css';
import { ranked } from './rank.ts';
import type { Remembered } from './recent.ts';
import { useI18n } from './texts.ts';
import { useNumbers } from './use-numbers.ts';

interface PaletteSearchProps {
  readonly entries: readonly Entry[];
  readonly recent: readonly Remembered[];
  readonly lookUp: (text: string) => LookUp | undefined;
  readonly kindNames: Readonly<Record<string, string>>;
  /** `found` is what the entry was made of, where it is a record. */
  readonly onChoose: (entry: Entry, found?: NumberFound) => void;
}

interface Option {
  readonly key: string;
  readonly entry: Entry;
  readonly found?: NumberFound | undefined;
}

interface Group {
  readonly id: 'recent' | Entry['section'];
  readonly options: readonly Option[];
}

/** A field and what it finds. The field keeps the focus; up and down go through what was found, and round, and enter chooses. */
export function PaletteSearch({ entries, recent, lookUp, kindNames, onChoose }: PaletteSearchProps) {
  const { t } = useI18n();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [walkedTo, setWalkedTo] = useState<string>();
  const text = typed.trim();
  const matching = ranked(entries, text);
  // Nearly every number has a digit. A word is looked up as one where it is nothing else.
  const isNumber = /\d/.test(text);
  const numbers = useNumbers(text, isNumber || (text !== '' && matching.length === 0) ? lookUp(text) : undefined);

  const groups = [
    ...(text === '' ? [{ id: 'recent' as const, options: recentOptions(recent, entries, kindNames) }] : []),
    ...inSections(matching),
    { id: 'numbers' as const, options: numbers.found.map((found) => numberOption(found, kindNames)) },
    ...(numbers.state === 'failed' ? [{ id: 'numbers' as const, options: [againOption(t('palette.again'), numbers.again)] }] : []),
  ].filter(({ options }) => options.length > 0);
  const options = groups.flatMap((group) => group.options);
  const at = Math.max(
    0,
    options.findIndex(({ key }) => key === walkedTo),
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    // An input method has keys of its own while it is at work.
    if (event.nativeEvent.isComposing) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (to !== undefined) setWalkedTo(options.at(to % options.length)?.key);
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    const chosen = options[at];
    if (event.key === 'Enter' && chosen) onChoose(chosen.entry, chosen.found);
  };
  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-expanded={options.length > 0}
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={options[at] && `${id}-${at}`}
        aria-label={t('palette.field')}
        placeholder={t('palette.field')}
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_TXID}
        enterKeyHint="go"
        className={`${inputs.input} ${styles.field}`}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setWalkedTo(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select of the browser's own cannot be searched */}
      <div id={id} role="listbox" aria-label={t('palette.results')} className={styles.found}>
        {groups.map((group) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as its list
          <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
            <p id={`${id}-${group.id}`} role="presentation" className={styles.section}>
              {t(`palette.${group.id}`)}
            </p>
            {group.options.map(({ key, entry, found }) => {
              const index = options.findIndex((option) => option.key === key);
              return (
                <button
                  key={key}
                  id={`${id}-${index}`}
                  type="button"
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as its list
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  ref={index === at ? showWhole : undefined}
                  className={styles.option}
                  onPointerMove={() => setWalkedTo(key)}
                  onClick={() => onChoose(entry, found)}
                >
                  {entry.icon}
                  <span className={styles.optionName}>{entry.name}</span>
                  {entry.beside !== undefined && <span className={styles.beside}>{entry.beside}</span>}
                </button>
              );
            })}
          </div>
        ))}
      </div>
      <output
        className={styles.told}
        data-quiet={numbers.state === 'unasked' || numbers.state === 'found' ? options.length > 0 : undefined}
      >
        {text !== '' && told()}
      </output>
    </>
  );

  function told(): string {
    if (numbers.state === 'looking') return t('palette.looking');
    if (numbers.state === 'failed') return t('palette.failed');
    if (numbers.state === 'nothing' && isNumber) return t('palette.noNumber', { number: text });
    return options.length === 0 ? t('palette.none') : t('palette.found', { count: options.length });
  }
}

/** Pages and acts, first those among which the best is. */
function inSections(entries: readonly Entry[]): Group[] {
  const sections = [...new Set(entries.map(({ section }) => section))];
  return sections.map((section) => ({
    id: section,
    options: entries.filter((entry) => entry.section === section).map((entry) => ({ key: entry.id, entry })),
  }));
}

/** What is no more, or may not be seen any more, is left out. */
function recentOptions(recent: readonly Remembered[], entries: readonly Entry[], kindNames: Readonly<Record<string, string>>): Option[] {
  return recent.flatMap((place) => {
    if ('kind' in place)
      return kindNames[place.kind] === undefined ? [] : [{ ...numberOption(place, kindNames), key: `recent ${place.number}` }];
    const entry = entries.find(({ id }) => id === place.id);
    return entry ? [{ key: `recent ${entry.id}`, entry }] : [];
  });
}

function numberOption(found: NumberFound, kindNames: Readonly<Record<string, string>>): Option {
  const { kind, number, beside, place } = found;
  const entry: PlaceEntry = {
    id: `${kind} ${number}`,
    section: 'numbers',
    name: number,
    beside: [kindNames[kind], beside].filter(Boolean).join(' · '),
    icon: <NumberOutlined aria-hidden />,
    place,
  };
  return { key: entry.id, entry, found };
}

function againOption(name: string, act: () => void): Option {
  return { key: 'again', entry: { id: 'again', section: 'acts', name, icon: <ReloadOutlined aria-hidden />, act, stays: true } };
}

function showWhole(option: HTMLElement | null): void {
  // What stands above the first one is seen as well.
  const first = option?.parentElement?.previousElementSibling === null && option.previousElementSibling?.matches('p');
  (first ? option?.previousElementSibling : option)?.scrollIntoView({ block: 'nearest' });
}
