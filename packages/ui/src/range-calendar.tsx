import { Button } from 'antd';
import { use, useId, useRef, useState } from 'react';
import { type DateRange, type DayPickerLocale, DayPicker } from 'react-day-picker';
import { unreadableIn } from './form-field.tsx';
import { useKitTexts } from './texts.tsx';
import { calendarDate, fieldsOf, spanOf, type TimeSpan } from './time-span.ts';
import styles from './range-calendar.module.css';

export interface RangeCalendarProps {
  readonly span: TimeSpan;
  readonly onApply: (span: TimeSpan) => void;
}

/** Two days of a calendar, and within them two times of day. */
export default function RangeCalendar({ span, onApply }: RangeCalendarProps) {
  const { t } = useKitTexts();
  const locale = use(localeOf(document.documentElement.lang));
  const [fields, setFields] = useState(() => fieldsOf(span));
  const problemId = useId();
  /** The name of the time that cannot be read as it stands. */
  const [unreadable, setUnreadable] = useState<string>();
  const times = useRef<HTMLDivElement>(null);
  const [today] = useState(() => calendarDate(new Date()));
  const { firstDay, lastDay } = fields;
  const chosen: DateRange | undefined = firstDay || lastDay ? { from: firstDay ?? lastDay, to: lastDay } : undefined;
  const apply = (): void => {
    const [first] = unreadableIn(times.current);
    setUnreadable(first?.name);
    if (first) first.focus();
    else onApply(spanOf({ ...fields, lastDay: lastDay ?? firstDay }));
  };
  return (
    <div className={styles.calendar}>
      <DayPicker
        mode="range"
        locale={locale}
        today={today}
        weekStartsOn={1}
        resetOnSelect
        showOutsideDays
        fixedWeeks
        defaultMonth={lastDay ?? firstDay}
        selected={chosen}
        onSelect={(range) => setFields({ ...fields, firstDay: range?.from, lastDay: range?.to })}
        classNames={CLASS_NAMES}
      />
      <div ref={times} className={styles.times}>
        {(['firstTime', 'lastTime'] as const).map((name) => (
          <Time
            key={name}
            name={name}
            label={t(name === 'firstTime' ? 'kit.from' : 'kit.to')}
            value={fields[name]}
            problemId={unreadable === name ? problemId : undefined}
            onChange={(value) => {
              setFields({ ...fields, [name]: value });
              setUnreadable(undefined);
            }}
          />
        ))}
        <Button type="primary" disabled={firstDay === undefined} onClick={apply}>
          {t('kit.apply')}
        </Button>
      </div>
      {unreadable !== undefined && (
        <p id={problemId} className={styles.problem} role="alert">
          {t('kit.wholeClock')}
        </p>
      )}
    </div>
  );
}

interface TimeProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Of the text that says why it cannot be read. */
  readonly problemId: string | undefined;
  readonly onChange: (value: string) => void;
}

function Time({ name, label, value, problemId, onChange }: TimeProps) {
  return (
    <label className={styles.time}>
      {label}
      <input
        type="time"
        name={name}
        value={value}
        aria-invalid={problemId !== undefined}
        aria-describedby={problemId}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

const LOCALES: Readonly<Record<string, () => Promise<Partial<DayPickerLocale>>>> = {
  'zh-Hans': async () => (await import('react-day-picker/locale/zh-CN')).zhCN,
  'zh-Hant': async () => (await import('react-day-picker/locale/zh-TW')).zhTW,
  vi: async () => (await import('react-day-picker/locale/vi')).vi,
  en: async () => (await import('react-day-picker/locale/en-GB')).enGB,
};

const asked = new Map<string, Promise<Partial<DayPickerLocale>>>();

/** The words of the calendar in the page's language; asked for once. */
function localeOf(tag: string): Promise<Partial<DayPickerLocale>> {
  const known = asked.get(tag) ?? (LOCALES[tag] ?? LOCALES['en'] ?? (() => Promise.resolve({})))();
  asked.set(tag, known);
  return known;
}

const CLASS_NAMES = {
  root: styles.root ?? '',
  months: styles.months ?? '',
  month_caption: styles.caption ?? '',
  nav: styles.nav ?? '',
  button_previous: styles.step ?? '',
  button_next: styles.step ?? '',
  chevron: styles.chevron ?? '',
  month_grid: styles.grid ?? '',
  weekday: styles.weekday ?? '',
  day: styles.day ?? '',
  day_button: styles.dayButton ?? '',
  outside: styles.outside ?? '',
  today: styles.today ?? '',
  selected: styles.selected ?? '',
  range_start: styles.start ?? '',
  range_end: styles.end ?? '',
} as const;
