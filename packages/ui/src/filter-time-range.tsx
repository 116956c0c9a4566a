import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useKitTexts } from './texts.tsx';
import { PHONE, useMedia } from './use-media.ts';
import styles from './filter-bar.module.css';

export interface FilterTimeRangeProps {
  readonly label: string;
  /** ISO instants; from inclusive, to exclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChange: (from: string | undefined, to: string | undefined) => void;
}

/** A span of time in the user's own time zone. On a phone the system's own pickers serve better. */
export function FilterTimeRange({ label, from, to, onChange }: FilterTimeRangeProps) {
  const { t } = useKitTexts();
  const phone = useMedia(PHONE);
  const start = from === undefined ? null : dayjs(from);
  const end = to === undefined ? null : dayjs(to);
  const change = (first: Dayjs | null, last: Dayjs | null): void => onChange(first?.toISOString(), last?.toISOString());

  return (
    <fieldset className={styles['range']}>
      <legend className={styles['legend']}>{label}</legend>
      {phone ? (
        <div className={styles['moments']}>
          <NativeMoment label={t('kit.from')} value={start} onChange={(value) => change(value, end)} />
          <NativeMoment label={t('kit.to')} value={end} onChange={(value) => change(start, value)} />
        </div>
      ) : (
        <DatePicker.RangePicker
          aria-label={label}
          value={[start, end]}
          allowEmpty={[true, true]}
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          placeholder={[t('kit.from'), t('kit.to')]}
          presets={presets().map(({ key, value }) => ({ label: t(key), value }))}
          onChange={(values) => change(values?.[0] ?? null, values?.[1] ?? null)}
        />
      )}
    </fieldset>
  );
}

/** The usual spans; each ends where the next day begins, as the end is exclusive. */
function presets() {
  const today = dayjs().startOf('day');
  const tomorrow = today.add(1, 'day');
  const span = (from: Dayjs, to: Dayjs): [Dayjs, Dayjs] => [from, to];
  return [
    { key: 'kit.today', value: span(today, tomorrow) },
    { key: 'kit.yesterday', value: span(today.subtract(1, 'day'), today) },
    { key: 'kit.last7Days', value: span(today.subtract(6, 'day'), tomorrow) },
    { key: 'kit.last30Days', value: span(today.subtract(29, 'day'), tomorrow) },
    { key: 'kit.thisMonth', value: span(today.startOf('month'), tomorrow) },
  ] as const;
}

interface NativeMomentProps {
  readonly label: string;
  readonly value: Dayjs | null;
  readonly onChange: (value: Dayjs | null) => void;
}

function NativeMoment({ label, value, onChange }: NativeMomentProps) {
  return (
    <label className={styles['moment']}>
      {label}
      <input
        type="datetime-local"
        value={value?.format('YYYY-MM-DDTHH:mm') ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : dayjs(event.target.value))}
      />
    </label>
  );
}
