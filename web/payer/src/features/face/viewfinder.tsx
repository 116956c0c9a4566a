import { FACE_MOVE_COUNT } from '@purser/contract/face';
import { useEffect, useRef, type ReactNode } from 'react';
import button from '../../shared/button.module.css';
import { useAlive } from '../../shared/alive.ts';
import { usePage } from '../../shared/context.tsx';
import { Notice } from '../../shared/notice.tsx';
import styles from './face.module.css';
import type { useFace } from './use-face.ts';

interface ViewfinderProps {
  /** Takes the element that shows the camera's picture. */
  readonly attach: (video: HTMLVideoElement | null) => void;
  readonly face: Omit<ReturnType<typeof useFace>, 'attach'>;
  readonly startText: string;
  /** What is done once the face has passed. */
  readonly passedText: string;
  /** The way on for whoever has no camera. */
  readonly otherwise: ReactNode;
}

/** The camera's picture, what is asked for, and why a picture is of no use. It begins when somebody presses the button. */
export function Viewfinder({ attach, face, startText, passedText, otherwise }: ViewfinderProps) {
  const { t } = usePage();
  const alive = useAlive();
  const { phase, prompt, hint, made, failure, left, problem, camera } = face;
  const isOn = phase === 'asking' || phase === 'starting' || phase === 'looking';
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (phase === 'failed' || phase === 'no_camera') told.current?.focus();
  }, [phase]);
  const watched = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Also where the phone is turned half way: what is asked for has to be in sight.
    const show = (): void => watched.current?.scrollIntoView({ block: 'nearest' });
    if (!isOn) return undefined;
    show();
    addEventListener('resize', show);
    return () => removeEventListener('resize', show);
  }, [isOn]);
  return (
    <div className={styles.viewfinder}>
      <div ref={watched} className={styles.watched} hidden={!isOn}>
        <div className={styles.frame} data-on={isOn} data-prompt={prompt ?? undefined}>
          {/* Mirrored, as people know themselves. */}
          <video ref={attach} className={styles.video} playsInline muted aria-label={t('face_picture')} />
          <svg className={styles.oval} viewBox="0 0 400 300" preserveAspectRatio="none" aria-hidden="true">
            <ellipse cx="200" cy="145" rx="92" ry="120" fill="none" />
          </svg>
        </div>
        {isOn && (
          <div className={styles.told}>
            <output className={styles.prompt}>
              {phase === 'asking' ? t('face_allow') : prompt === null ? t('face_starting') : t(`face_prompt_${prompt}`)}
            </output>
            <p className={styles.hint} aria-live="polite">
              {hint === null ? '' : t(`face_hint_${hint}`)}
            </p>
            <progress max={FACE_MOVE_COUNT} value={made} aria-label={t('face_progress')} />
          </div>
        )}
      </div>
      {phase === 'passed' && <Notice kind="success">{passedText}</Notice>}
      <div ref={told} tabIndex={-1} className={styles.problem}>
        {phase === 'no_camera' && <Notice kind="problem">{t(`face_camera_${camera ?? 'taken'}`)}</Notice>}
        {phase === 'failed' && (
          <Notice kind="problem">
            {problem ?? t(`face_failure_${failure ?? 'timed_out'}`)}
            {problem === null && left !== null && ` ${left === 0 ? t('face_locked_now') : t('face_attempts_left', { left })}`}
          </Notice>
        )}
      </div>
      {!alive && <noscript>{<p className={styles.hint}>{t('face_no_script')}</p>}</noscript>}
      {alive && !isOn && phase !== 'passed' && left !== 0 && (
        <button type="button" className={button.primary} onClick={() => void face.start()}>
          {phase === 'idle' ? startText : t('face_again')}
        </button>
      )}
      {phase !== 'passed' && otherwise}
    </div>
  );
}
