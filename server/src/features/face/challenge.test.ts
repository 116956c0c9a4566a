import { FACE_MOVES, type FaceMove, type FacePrompt } from '@purser/contract/face';
import { describe, expect, it } from 'vitest';
import { type Challenge, chosenMoves, faceOf, hasBegun, newChallenge, promptOf, step, type Step } from './challenge.ts';
import type { Look } from './engine/messages.ts';
import { distance } from './measure.ts';
import { HELD, look, noLook, others, person } from './testing/looks.ts';

const MOVES: readonly FaceMove[] = ['left', 'up', 'right'];
const FRAME_MS = 250;

interface Played extends Step {
  readonly frames: number;
  readonly now_ms: number;
}

/** Shows frame after frame what somebody does who is asked, each looked at for a while, until it is over; at the most for two minutes. */
function play(show: (prompt: FacePrompt, frame: number) => Look, moves = MOVES, frame_ms = FRAME_MS, look_ms = 0): Played {
  let [stepped, now_ms, frames]: [Step, number, number] = [{ challenge: newChallenge(moves, 0), hint: null }, 0, 0];
  while (now_ms < 120_000) {
    const prompt = promptOf(stepped.challenge);
    if (prompt === null) break;
    now_ms += frame_ms;
    frames += 1;
    stepped = step(stepped.challenge, show(prompt, frames), now_ms, now_ms + look_ms);
    now_ms += look_ms;
  }
  return { ...stepped, frames, now_ms };
}

/** As far as the first movement is asked for. */
function asked(moves = MOVES): Challenge {
  const first = step(newChallenge(moves, 0), look('head', {}), 250).challenge;
  return step(first, look('head', {}), 500).challenge;
}

describe('a head that does what it is asked', () => {
  it('passes with each sequence that may be asked for, and is described by its frames from the front', () => {
    const sequences = new Set(Array.from({ length: 64 }, (_, index) => chosenMoves((below) => index % below)));
    for (const moves of sequences) {
      const { challenge } = play((prompt) => look('head', HELD[prompt]), moves);
      expect(challenge, moves.join(' ')).toMatchObject({ stage: 'passed', failure: null, made: 3 });
      expect(distance(faceOf(challenge), person(1))).toBeLessThan(1e-9);
    }
  });

  it('passes while it leans, moves slowly, and is not seen for a moment', () => {
    const leaning = play((prompt) => look('head', { ...HELD[prompt], lean: 0.25 }));
    expect(leaning.challenge.stage).toBe('passed');
    const slow = play((prompt, frame) => (frame % 3 === 0 ? look('head', HELD[prompt]) : noLook('no_face')), MOVES, 1_000);
    expect(slow.challenge.stage).toBe('passed');
  });

  it('passes on a machine that looks at each frame for longer than may lie between two, also at some for nothing', () => {
    expect(play((prompt) => look('head', HELD[prompt]), MOVES, FRAME_MS, 5_000).challenge).toMatchObject({ stage: 'passed' });
    const unseen = play((prompt, frame) => (frame % 3 === 2 ? noLook('no_face') : look('head', HELD[prompt])), MOVES, 1_000, 2_800);
    expect(unseen.challenge).toMatchObject({ stage: 'passed' });
  });

  it('is told each movement only after the one before, and to come back in between', () => {
    const prompts: FacePrompt[] = [];
    play((prompt) => {
      if (prompts.at(-1) !== prompt) prompts.push(prompt);
      return look('head', HELD[prompt]);
    });
    expect(prompts).toEqual(['front', 'left', 'centre', 'up', 'centre', 'right', 'centre']);
  });
});

describe('what is asked for', () => {
  it('never repeats running, has both directions, and every sequence is as likely as any other', () => {
    const seen = new Map<string, number>();
    let most = 0;
    for (let index = 0; index < 320; index += 1) {
      const moves = chosenMoves((below) => {
        most = below;
        return index % below;
      });
      seen.set(moves.join(' '), (seen.get(moves.join(' ')) ?? 0) + 1);
      expect(moves).toHaveLength(3);
      expect(moves.every((move, at) => move !== moves[at - 1])).toBe(true);
      const sideways = moves.filter((move) => move === 'left' || move === 'right').length;
      expect(sideways).toBeGreaterThan(0);
      expect(sideways).toBeLessThan(3);
    }
    expect(most).toBe(32);
    expect([...seen.values()]).toEqual(Array.from({ length: 32 }, () => 10));
  });
});

describe('a photograph', () => {
  const turns = Array.from({ length: 25 }, (_, index) => -1.05 + index * 0.0875);

  it('does not pass, however it is turned while each movement is asked for', () => {
    for (const move of FACE_MOVES) {
      for (const angle of turns) {
        for (const held of [{ across: angle }, { down: angle }, { across: angle, down: angle / 2 }]) {
          const { challenge } = step(asked([move, 'left', 'up']), look('flat', held), 750);
          expect(challenge.stage, `${move} ${JSON.stringify(held)}`).not.toBe('return');
        }
      }
    }
  });

  it('runs out of time', () => {
    const { challenge, now_ms } = play((prompt) => look('flat', prompt === 'left' ? { across: 0.9 } : {}));
    expect(challenge).toMatchObject({ stage: 'failed', failure: 'too_slow', made: 0 });
    expect(now_ms).toBeGreaterThan(10_000);
  });

  it('that is bent around an upright axis does not pass up and down, and to a side only where it has become narrow', () => {
    for (const move of ['up', 'down'] as const) {
      for (const angle of turns) {
        const { challenge } = step(asked([move, 'left', 'up']), look('bent', { across: angle, down: angle / 3 }), 750);
        expect(challenge.stage, `${move} ${angle}`).not.toBe('return');
      }
    }
    for (const angle of turns) {
      const { challenge } = step(asked(['left', 'up', 'left']), look('bent', { across: angle }), 750);
      expect(challenge.stage, String(angle)).not.toBe('return');
    }
  });
});

describe('what ends a confirmation', () => {
  const cases: readonly [name: string, failure: Challenge['failure'], () => Played][] = [
    ['a movement that was not asked for', 'wrong_move', () => play((prompt) => look('head', prompt === 'left' ? HELD.up : HELD[prompt]))],
    ['the same movement mirrored', 'wrong_move', () => play((prompt) => look('head', prompt === 'left' ? HELD.right : HELD[prompt]))],
    ['holding still for longer than a movement may take', 'too_slow', () => play(() => look('head', {}))],
    ['not coming back to the centre', 'too_slow', () => play((prompt) => look('head', prompt === 'centre' ? HELD.left : HELD[prompt]))],
    ['never looking straight', 'timed_out', () => play(() => look('head', HELD.left))],
    ['nobody', 'timed_out', () => play(() => noLook('no_face'))],
    ['a face that goes away', 'gap', () => play((prompt, frame) => (frame > 4 ? noLook('no_face') : look('head', HELD[prompt])))],
    ['another face that joins it', 'gap', () => play((prompt, frame) => (frame > 4 ? noLook('many_faces') : look('head', HELD[prompt])))],
    [
      'another person who moves in its place',
      'other_face',
      () => play((prompt) => look('head', HELD[prompt], prompt === 'front' || prompt === 'centre' ? {} : { descriptor: person(1, 0.86) })),
    ],
    [
      'somebody alike who comes back in its place',
      'too_slow',
      () => play((prompt) => look('head', HELD[prompt], prompt === 'centre' ? { descriptor: person(1, 0.6) } : {})),
    ],
  ];
  it('takes as long as it may on a slow machine as well', () => {
    const shown = (prompt: FacePrompt): Look => look('head', HELD[prompt]);
    expect(play(shown, MOVES, 4_100, 1_000).challenge).toMatchObject({ stage: 'failed', failure: 'gap' });
    expect(play(() => look('head', {}), MOVES, 3_000, 2_000).challenge).toMatchObject({ stage: 'failed', failure: 'too_slow' });
    expect(play(shown, MOVES, FRAME_MS, 15_000).challenge).toMatchObject({ stage: 'failed', failure: 'timed_out' });
  });

  it.each(cases)('%s: %s', (_name, failure, played) => {
    expect(played().challenge).toMatchObject({ stage: 'failed', failure });
  });

  it('each frame that comes twice, at once or later', () => {
    const once = look('head', {});
    const begun = step(newChallenge(MOVES, 0), once, 250).challenge;
    expect(step(begun, once, 500).challenge).toMatchObject({ stage: 'failed', failure: 'repeated_frame' });
    const between = step(begun, look('head', {}), 500).challenge;
    expect(step(between, once, 750).challenge).toMatchObject({ stage: 'failed', failure: 'repeated_frame' });
  });

  it('each wrong movement, whatever was asked for', () => {
    for (const move of FACE_MOVES) {
      for (const wrong of others(move)) {
        const one = step(asked([move, 'left', 'up']), look('head', HELD[wrong]), 750).challenge;
        expect(step(one, look('head', HELD[wrong]), 1_000).challenge.failure, `${wrong} for ${move}`).toBe('wrong_move');
      }
    }
  });

  it('nothing any more once it is over', () => {
    const { challenge } = play((prompt) => look('head', HELD[prompt]));
    expect(step(challenge, look('head', HELD.left), 99_000)).toEqual({ challenge, hint: null });
  });
});

describe('a frame that is of no use', () => {
  it.each([
    ['too_far', { eyes_px: 54 }],
    ['too_near', { eyes_px: 231 }],
    ['too_dark', { luma: 44 }],
    ['too_bright', { luma: 221 }],
    ['blurred', { sharpness: 9 }],
  ] as const)('says why: %s', (hint, face) => {
    expect(step(newChallenge(MOVES, 0), look('head', {}, face), 250)).toMatchObject({ hint, challenge: { stage: 'frontal', fronts: [] } });
  });

  it.each(['unreadable', 'no_face', 'many_faces'] as const)('says why: %s', (problem) => {
    expect(step(newChallenge(MOVES, 0), noLook(problem), 250)).toMatchObject({ hint: problem, challenge: { stage: 'frontal' } });
  });

  it('is asked for again where a camera shows the same nothing, and uses up no attempt', () => {
    const black: Look = { pixels: 'black', problem: 'no_face' };
    const once = step(newChallenge(MOVES, 0), black, 250).challenge;
    const { challenge, hint } = step(once, black, 500);
    expect({ stage: challenge.stage, hint, begun: hasBegun(challenge) }).toEqual({ stage: 'frontal', hint: 'no_face', begun: false });
  });

  it('says to look straight, to hold still, to turn in one direction, and not as far', () => {
    expect(step(newChallenge(MOVES, 0), look('head', HELD.left), 250).hint).toBe('look_straight');
    const first = step(newChallenge(MOVES, 0), look('head', { across: 0.1 }), 250).challenge;
    const moved = step(first, look('head', { across: -0.15 }), 500);
    expect(moved).toMatchObject({ hint: 'hold_still', challenge: { stage: 'frontal' } });
    expect(step(asked(), look('head', { across: 0.35, down: 0.35 }), 750).hint).toBe('one_direction');
    expect(step(asked(), look('head', { across: 0.6 }), 750)).toMatchObject({ hint: 'turned_too_far', challenge: { stage: 'move' } });
  });
});

it('counts as an attempt once the first movement was told, or somebody repeats a frame', () => {
  expect(hasBegun(newChallenge(MOVES, 0))).toBe(false);
  expect(hasBegun(play(() => noLook('no_face')).challenge)).toBe(false);
  expect(hasBegun(asked())).toBe(true);
  const once = look('head', {});
  expect(hasBegun(step(step(newChallenge(MOVES, 0), once, 1).challenge, once, 2).challenge)).toBe(true);
  expect(hasBegun(play(() => look('head', {})).challenge)).toBe(true);
});
