import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react';
import { LONGEST_TRACK, SLIDER_PICTURE, SLIDER_TRAVEL, SLIDER_WAIT_S } from '@purser/contract/slider';
import type { SliderChallenge } from '@purser/contract/payer-drafts';
import { usePage } from './context.tsx';
import styles from './slider.module.css';

interface SliderProps {
  readonly challenge: SliderChallenge;
  /** Chose to wait, before the form was refused. */
  readonly waited: boolean;
  readonly error?: string | undefined;
}

/**
 * The slider before a login: the browser's own range input below a picture with a gap, so that it works by touch, mouse and keyboard and
 * without JavaScript, where its button is as wide as the piece that a script moves. Who cannot use a picture waits instead.
 */
export function Slider({ challenge, waited, error }: SliderProps) {
  const { t } = usePage();
  const id = useId();
  const range = useRef<HTMLInputElement>(null);
  const [position, setPosition] = useState(0);
  const [track, follow] = useTrack();
  // On a slow line it is moved before the page's script has come, and stays where it is.
  useEffect(() => setPosition(range.current?.valueAsNumber ?? 0), []);
  const { width, height, piece } = SLIDER_PICTURE;
  // The picture's file has the piece in a column of its own behind the picture.
  const picture = <image href={challenge.picture} width={width + piece} height={height} />;
  return (
    <div className={styles.slider}>
      <label className={styles.label} htmlFor={id}>
        {t('slider_label')}
      </label>
      <input type="hidden" name="challenge" value={challenge.challenge} />
      <input type="hidden" name="track" value={track} />
      <div className={styles.puzzle}>
        <svg className={styles.picture} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {picture}
          <svg x={position} width={piece} height={height} viewBox={`${width} 0 ${piece} ${height}`}>
            {picture}
          </svg>
        </svg>
        <div className={styles.track}>
          <input
            ref={range}
            id={id}
            className={styles.range}
            type="range"
            name="position"
            min="0"
            max={SLIDER_TRAVEL}
            step="1"
            value={position}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
            onChange={(event) => {
              setPosition(event.target.valueAsNumber);
              follow(event);
            }}
          />
        </div>
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        {t('slider_hint')}
      </p>
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
      <label className={styles.otherwise}>
        <input type="checkbox" name="waited" value="yes" defaultChecked={waited} aria-describedby={`${id}-wait`} />
        {t('slider_cannot')}
      </label>
      <p id={`${id}-wait`} className={styles.wait}>
        {t('slider_wait', { seconds: SLIDER_WAIT_S })}
      </p>
    </div>
  );
}

/** Refusals of the slider, told at it. */
export const OF_SLIDER = { slider_required: 'position', slider_failed: 'position', slider_too_early: 'position' } as const;

/** Whether a form's slider was moved, or is waited for instead. */
export function isSliderDone(text: (name: string) => string): boolean {
  return text('waited') === 'yes' || Number(text('position')) > 0;
}

/** The way of the piece as the answer tells it; of a long one every second point goes, again and again. */
function useTrack() {
  const points = useRef<string[]>([]);
  const began = useRef<number | null>(null);
  const [track, setTrack] = useState('');
  const follow = ({ target, timeStamp }: ChangeEvent<HTMLInputElement>): void => {
    began.current ??= timeStamp;
    const at = Math.min(Math.round(timeStamp - began.current), 999_999);
    if (points.current.length === LONGEST_TRACK) points.current = points.current.filter((_point, index) => index % 2 === 0);
    points.current.push(`${at}:${target.valueAsNumber}`);
    setTrack(points.current.join(' '));
  };
  return [track, follow] as const;
}
