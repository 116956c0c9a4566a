import { Button } from 'antd';
import { use, useRef, useState } from 'react';
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
  const [unreadable, setUnreadable] = useState(false);
  const times = useRef<HTMLDivElement>(null);
  const [today] = useState(() => calendarDate(new Date()));
  const { firstDay, lastDay } = fields;
  const chosen: DateRange | undefined = firstDay || lastDay ? { from: firstDay ?? lastDay, to: lastDay } : undefined;
  const apply = (): void => {
    const [first] = unreadableIn(times.current);
    setUnreadable(first !== undefined);
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
        <Time label={t('kit.from')} value={fields.firstTime} onChange={(firstTime) => setFields({ ...fields, firstTime })} />
        <Time label={t('kit.to')} value={fields.lastTime} onChange={(lastTime) => setFields({ ...fields, lastTime })} />
        <Button type="primary" disabled={firstDay === undefined} onClick={apply}>
          {t('kit.apply')}
        </Button>
      </div>
      {unreadable && (
        <p className={styles.problem} role="alert">
          {t('kit.wholeClock')}
        </p>
      )}
    </div>
  );
}

interface TimeProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Time({ label, value, onChange }: TimeProps) {
  return (
    <label className={styles.time}>
      {label}
      <input type="time" value={value} onChange={(event) => onChange(event.target.value)} />
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
