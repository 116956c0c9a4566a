import type { OutputOf } from '@purser/contract/call';
import { FACE_FRAME_BYTES, type FaceFailure, type FaceHint, type FacePrompt } from '@purser/contract/face';
import type { faceFrame, faceSession } from '@purser/contract/features/face';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer } from '../../shared/actions.ts';
import { usePage } from '../../shared/context.tsx';
import { ask } from './call.ts';
import { bytesOf, Camera, type CameraProblem } from './camera.ts';

type Seen = OutputOf<typeof faceFrame>;
type Refused = Extract<Answer<unknown>, { ok: false }>;

interface State {
  readonly phase: 'idle' | 'asking' | 'starting' | 'looking' | 'passed' | 'failed' | 'no_camera';
  readonly prompt: FacePrompt | null;
  readonly hint: FaceHint | null;
  readonly made: number;
  readonly failure: FaceFailure | null;
  readonly left: number | null;
  /** A refusal, in the payer's language. */
  readonly problem: string | null;
  /** Why there is no picture, where there is none. */
  readonly camera: CameraProblem | null;
}

const IDLE: State = { phase: 'idle', prompt: null, hint: null, made: 0, failure: null, left: null, problem: null, camera: null };
/** Refusals after which the same frame may be followed by another. */
const PASSING = new Set(['face_busy', 'request_in_progress']);
const WAIT_MS = 800;
const MOST_BEGINNINGS = 3;
/** On a slow line pictures are made coarser, so that several come in the time of a movement. */
const SLOW_MS = 1_200;
const LEAST_BYTES = 15_000;

const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, WAIT_MS));

/**
 * Shows the camera's pictures to the server, one after the other, until it has seen enough.
 *
 * @param begin begins the confirmation, once there is a camera
 * @param passed is told when the face has passed
 * @param leaves goes to a page that tells a refusal better, if there is one, and answers whether it does
 */
export function useFace(
  begin: () => Promise<Answer<OutputOf<typeof faceSession>>>,
  passed: (seen: Seen) => Promise<string | null>,
  leaves: (refused: Refused) => boolean,
) {
  const { language, t } = usePage();
  const [state, setState] = useState(IDLE);
  const video = useRef<HTMLVideoElement>(null);
  const running = useRef(false);
  useEffect(
    () => () => {
      running.current = false;
    },
    [],
  );

  const refused = (answer: Refused): void => {
    if (!leaves(answer)) setState({ ...IDLE, phase: 'failed', problem: answer.detail });
  };

  /** A beginning may wait for its turn as a frame does, but not for ever: by then the payment password is quicker. */
  const beginInTurn = async (): Promise<Answer<OutputOf<typeof faceSession>>> => {
    for (let tries = 1; ; tries += 1) {
      const begun = await begin();
      if (begun.ok || !PASSING.has(begun.outcome) || tries === MOST_BEGINNINGS) return begun;
      await wait();
    }
  };

  const look = async (camera: Camera): Promise<void> => {
    const begun = await beginInTurn();
    if (!begun.ok) return refused(begun);
    const { session_id, prompt } = begun.data;
    setState({ ...IDLE, phase: 'looking', prompt });
    let mostBytes = FACE_FRAME_BYTES;
    while (running.current) {
      const frame = await camera.frame(mostBytes);
      if (frame === null) return setState({ ...IDLE, phase: 'no_camera', camera: camera.problem });
      const sent = performance.now();
      const answer = await ask<Seen>('faceFrame', { session_id, frame }, language, t('connection_lost'));
      if (performance.now() - sent > SLOW_MS) mostBytes = Math.max(LEAST_BYTES, bytesOf(frame) / 2);
      if (!answer.ok && PASSING.has(answer.outcome)) {
        await wait();
        continue;
      }
      if (!answer.ok) return refused(answer);
      const { state: seen, prompt, hint, moves_made, failure, attempts_left } = answer.data;
      const shown = { prompt, hint, made: moves_made, failure, left: attempts_left, problem: null, camera: null };
      if (seen === 'looking') setState({ ...shown, phase: 'looking' });
      else {
        camera.close();
        setState({ ...shown, phase: seen });
        const problem = seen === 'passed' ? await passed(answer.data) : null;
        if (problem !== null) setState({ ...IDLE, phase: 'failed', problem });
        return;
      }
    }
  };

  const start = async (): Promise<void> => {
    if (running.current || !video.current) return;
    running.current = true;
    setState({ ...IDLE, phase: 'asking' });
    const opened = await Camera.open(video.current);
    if (typeof opened === 'string') setState({ ...IDLE, phase: 'no_camera', camera: opened });
    else {
      setState({ ...IDLE, phase: 'starting' });
      await look(opened).finally(() => opened.close());
    }
    running.current = false;
  };

  const attach = useCallback((element: HTMLVideoElement | null) => {
    video.current = element;
  }, []);
  return { ...state, attach, start };
}
