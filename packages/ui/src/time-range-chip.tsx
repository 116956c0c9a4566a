import { lazyPart } from './lazy-part.tsx';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { Bones } from './bones.tsx';
import { ChipFrame } from './filter-chip.tsx';
import { Popover } from './popover.tsx';
import { useKitTexts } from './texts.tsx';
import { presetNamed, presetSpan, SPAN_PRESETS, type SpanPreset, spanText, type TimeSpan } from './time-span.ts';
import styles from './time-range-chip.module.css';

/** The calendar comes when somebody asks for days of their own. */
const RangeCalendar = lazyPart(() => import('./range-calendar.tsx'));

export interface TimeRangeChipProps {
  readonly label: string;
  readonly span: TimeSpan;
  /** The name by which it was chosen, if it was. */
  readonly name: string | undefined;
  /** A usual span comes with its name. */
  readonly onChange: (span: TimeSpan, name?: SpanPreset) => void;
}

const ANY: TimeSpan = { from: undefined, to: undefined };

/** A span of time in the user's own time zone: a usual one, shown by its name, or days of a calendar. */
export function TimeRangeChip({ label, span, name, onChange }: TimeRangeChipProps) {
  const { t } = useKitTexts();
  const isSet = span.from !== undefined || span.to !== undefined;
  const preset = presetNamed(name, span);
  const [custom, setCustom] = useState(false);
  const calendarShown = custom || (isSet && preset === undefined);

  const panel = (choose: TimeRangeChipProps['onChange']) => (
    <div className={styles.panel} data-calendar={calendarShown}>
      <div className={styles.presets}>
        {SPAN_PRESETS.map((one) => (
          <Button
            key={one}
            type="text"
            aria-pressed={one === preset}
            className={styles.preset ?? ''}
            onClick={() => choose(presetSpan(one), one)}
          >
            {t(`kit.${one}`)}
          </Button>
        ))}
        <Button type="text" aria-expanded={calendarShown} className={styles.preset ?? ''} onClick={() => setCustom(!calendarShown)}>
          {t('kit.customSpan')}
        </Button>
      </div>
      {calendarShown && (
        <Suspense
          fallback={
            <div className={styles.calendarPlace}>
              <Bones lines={7} />
            </div>
          }
        >
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
          label={label}
          align="start"
          onClosed={() => setCustom(false)}
          renderButton={(opener) => <button type="button" {...opener} {...button} />}
        >
          {(close) =>
            panel((chosen, chosenName) => {
              onChange(chosen, chosenName);
              close();
            })
          }
        </Popover>
      )}
    </ChipFrame>
  );
}
