import { Button, Popover, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { ChipFrame } from './filter-chip.tsx';
import { useKitTexts } from './texts.tsx';
import { presetOf, presetSpan, SPAN_PRESETS, spanText, type TimeSpan } from './time-span.ts';
import styles from './time-range-chip.module.css';

/** The calendar comes when somebody asks for days of their own. */
const RangeCalendar = lazy(() => import('./range-calendar.tsx'));

export interface TimeRangeChipProps {
  readonly label: string;
  readonly span: TimeSpan;
  readonly onChange: (span: TimeSpan) => void;
}

/** Above the chip there is no room for a calendar. */
const STAYS_BELOW = { adjustX: 1, adjustY: 0 } as const;
const ANY: TimeSpan = { from: undefined, to: undefined };

/** A span of time in the user's own time zone: a usual one, shown by its name, or days of a calendar. */
export function TimeRangeChip({ label, span, onChange }: TimeRangeChipProps) {
  const { t } = useKitTexts();
  const [open, setOpen] = useState(false);
  const isSet = span.from !== undefined || span.to !== undefined;
  const preset = presetOf(span);
  const [custom, setCustom] = useState(false);
  const choose = (chosen: TimeSpan): void => {
    onChange(chosen);
    setOpen(false);
  };
  const calendarShown = custom || (isSet && preset === undefined);

  const panel = (
    <div className={styles['panel']} data-calendar={calendarShown}>
      <div className={styles['presets']}>
        {SPAN_PRESETS.map((one) => (
          <Button
            key={one}
            type="text"
            aria-pressed={one === preset}
            className={styles['preset'] ?? ''}
            onClick={() => choose(presetSpan(one))}
          >
            {t(`kit.${one}`)}
          </Button>
        ))}
        <Button type="text" aria-expanded={calendarShown} className={styles['preset'] ?? ''} onClick={() => setCustom(!calendarShown)}>
          {t('kit.customSpan')}
        </Button>
      </div>
      {calendarShown && (
        <Suspense fallback={<Skeleton className={styles['calendarPlace'] ?? ''} active title={false} paragraph={{ rows: 7 }} />}>
          <RangeCalendar key={`${span.from} ${span.to}`} span={span} onApply={choose} />
        </Suspense>
      )}
    </div>
  );
  return (
    <ChipFrame
      label={label}
      shown={isSet ? (preset === undefined ? spanText(span) : t(`kit.${preset}`)) : undefined}
      onClear={() => onChange(ANY)}
    >
      {(button) => (
        <Popover
          content={panel}
          trigger="click"
          placement="bottomLeft"
          autoAdjustOverflow={STAYS_BELOW}
          open={open}
          onOpenChange={(next) => {
            setOpen(next);
            if (!next) setCustom(false);
          }}
        >
          <button type="button" aria-haspopup="dialog" aria-expanded={open} {...button} />
        </Popover>
      )}
    </ChipFrame>
  );
}
