import { CalendarOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useId, useState } from 'react';
import { useKitTexts } from './texts.tsx';
import { fromLocalField, presetSpan, SPAN_PRESETS, toLocalField, type TimeSpan } from './time-span.ts';
import styles from './filter-bar.module.css';

export interface FilterTimeRangeProps {
  readonly label: string;
  /** ISO instants; from inclusive, to exclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChange: (from: string | undefined, to: string | undefined) => void;
}

/** A span of time in the user's own time zone: one of the usual ones, or two moments by the system's own pickers. */
export function FilterTimeRange({ label, from, to, onChange }: FilterTimeRangeProps) {
  const { t } = useKitTexts();
  const [open, setOpen] = useState(false);
  const id = useId();
  const choose = (span: TimeSpan): void => {
    onChange(span.from, span.to);
    setOpen(false);
  };
  const panel = (
    <div className={styles['span']}>
      <div className={styles['presets']}>
        {SPAN_PRESETS.map((preset) => (
          <Button key={preset} size="small" onClick={() => choose(presetSpan(preset))}>
            {t(`kit.${preset}`)}
          </Button>
        ))}
        <Button size="small" disabled={from === undefined && to === undefined} onClick={() => choose({ from: undefined, to: undefined })}>
          {t('kit.all')}
        </Button>
      </div>
      <Moment label={t('kit.from')} value={from} onChange={(value) => onChange(value, to)} />
      <Moment label={t('kit.to')} value={to} onChange={(value) => onChange(from, value)} />
    </div>
  );
  return (
    <div className={styles['field']}>
      <span className={styles['name']} id={id}>
        {label}
      </span>
      <Popover content={panel} trigger="click" placement="bottomLeft" open={open} onOpenChange={setOpen}>
        <Button
          className={styles['spanButton']}
          icon={<CalendarOutlined />}
          aria-describedby={id}
          aria-haspopup="dialog"
          aria-expanded={open}
        >
          {from === undefined && to === undefined ? t('kit.all') : `${shown(from)} – ${shown(to)}`}
        </Button>
      </Popover>
    </div>
  );
}

function shown(instant: string | undefined): string {
  return instant === undefined ? '…' : toLocalField(instant).replace('T', ' ');
}

interface MomentProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function Moment({ label, value, onChange }: MomentProps) {
  return (
    <label className={styles['moment']}>
      {label}
      <input type="datetime-local" value={toLocalField(value)} onChange={(event) => onChange(fromLocalField(event.target.value))} />
    </label>
  );
}
