import { useId, useState } from 'react';
import type { SliderChallenge } from '@purser/contract/payer-pages';
import { useAlive } from './alive.ts';
import { usePage } from './context.tsx';
import styles from './slider.module.css';

/**
 * The slider before a login: the browser's own range input, so that it works by touch, mouse and keyboard and
 * without JavaScript. The mark shows the place, and its label names it.
 */
export function Slider({ challenge, error }: { challenge: SliderChallenge; error?: string | undefined }) {
  const { t } = usePage();
  const alive = useAlive();
  const id = useId();
  const [position, setPosition] = useState(0);
  return (
    <div className={styles.slider}>
      <div className={styles.head}>
        <label htmlFor={id}>{t('slider_label', { target: challenge.target })}</label>
        {alive && <output htmlFor={id}>{position}</output>}
      </div>
      <input type="hidden" name="challenge" value={challenge.challenge} />
      <div className={styles.track}>
        <svg className={styles.mark} height="44" aria-hidden="true">
          <circle cx={`${challenge.target}%`} cy="22" r="15" />
        </svg>
        <input
          id={id}
          className={styles.range}
          type="range"
          name="position"
          min="0"
          max="100"
          step="1"
          value={position}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          onChange={(event) => setPosition(event.target.valueAsNumber)}
        />
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        {t('slider_hint')}
      </p>
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
