import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FACE_MOVES, type FacePrompt } from '@purser/contract/face';
import { newChallenge, promptOf, step } from '../../server/src/features/face/challenge.ts';
import { FaceEngine } from '../../server/src/features/face/engine.ts';
import { saveConsent, saveDocument, saveSelfie } from '../../server/src/features/face/queries.ts';
import { sealedTemplate } from '../../server/src/features/face/templates.ts';
import { FRONT, MovingPortrait, type Pose, POSES } from '../../server/src/features/face/testing/moving-portrait.ts';
import { PAYER_COOKIE } from '../../server/src/platform/http/payer-cookie.ts';
import { Refusal } from '../../server/src/platform/http/refusal.ts';
import type { LoadUser } from '../../server/src/platform/testing/load-parties.ts';
import { makeOrders, payments, type RunningApi, withApi } from './api.ts';
import type { Confirmed, FacePayers } from './face-payers.ts';
import { pace } from './generators.ts';
import { median, percentile, type Row } from './row.ts';
import { memoryOf } from './start.ts';

const CONFIRMATIONS = 4;
/** One picture is looked at, and eight wait. */
const TAKEN = 9;
const ROUNDS = 9;
const SECONDS = 6;
/** Until the payers' process has started and the models are loaded. */
const WARM_UP_SECONDS = 2;
/** Payments a second, modest beside what the api can do. */
const RATE = 200;
/** Payers who look into their cameras at once: there is always a picture to look at. */
const LOOKING = 2;
/** As Linux counts a process's time. */
const TICK_MS = 10;

/** Confirmations by face: what one costs, what the process takes, that too many are refused, and what payments beside them notice of it. */
export async function benchFace(): Promise<Row[]> {
  const film = await Film.make();
  return [...(await measureEngine(film)), await withApi((api) => measureBeside(api, film))];
}

/** Frames of a head that does what it is asked to, made beforehand: one confirmation shows none of them twice. */
class Film {
  readonly #frames: ReadonlyMap<FacePrompt, readonly Buffer[]>;

  private constructor(frames: ReadonlyMap<FacePrompt, readonly Buffer[]>) {
    this.#frames = frames;
  }

  static async make(): Promise<Film> {
    const portrait = await MovingPortrait.of('astronaut');
    const take = async (pose: Pose, count: number): Promise<Buffer[]> => {
      const frames: Buffer[] = [];
      for (let frame = 0; frame < count; frame += 1) frames.push(await portrait.frame(pose));
      return frames;
    };
    const straight = await take(FRONT, 24);
    const frames = new Map<FacePrompt, Buffer[]>([
      ['front', straight],
      ['centre', straight],
    ]);
    for (const move of FACE_MOVES) frames.set(move, await take(POSES[move], 8));
    return new Film(frames);
  }

  /** All frames as base64. */
  get inBase64(): FacePayers['film'] {
    const all = [...this.#frames].map(([prompt, frames]) => [prompt, frames.map((frame) => frame.toString('base64'))]);
    return Object.fromEntries(all) as FacePayers['film'];
  }

  /** One confirmation's frames, as they are asked for. */
  begin(): (prompt: FacePrompt) => Buffer {
    let shown = 0;
    return (prompt) => {
      const frames = this.#frames.get(prompt) ?? [];
      shown += 1;
      return frames[shown % frames.length] as Buffer;
    };
  }
}

/** The engine alone, asked as the api asks it. */
async function measureEngine(film: Film): Promise<Row[]> {
  const engine = new FaceEngine();
  try {
    // The models are loaded with the first one.
    await confirm(engine, film);
    const pid = engine.pid as number;
    const costs: number[] = [];
    const walls: number[] = [];
    for (let round = 0; round < CONFIRMATIONS; round += 1) {
      const [cpu, began] = [processorMs(pid), performance.now()];
      await confirm(engine, film);
      costs.push(processorMs(pid) - cpu);
      walls.push(performance.now() - began);
    }
    const megabytes = memoryOf(pid);
    const refused = await refusalMs(engine, film);
    return [
      {
        what: 'face: processor time of a confirmation',
        measured: median(costs),
        unit: 'ms',
        budget: null,
        detail: `median of ${CONFIRMATIONS}; ${Math.round(median(walls))} ms from the first frame to the last`,
      },
      {
        what: 'face: memory of its process',
        measured: megabytes,
        unit: 'MB',
        budget: { kind: 'max', limit: 300 },
        detail: 'proportional set size after the confirmations; there is no process while nobody needs one',
      },
      {
        what: 'face: a picture beyond the eight that wait is refused',
        measured: refused,
        unit: 'ms',
        budget: { kind: 'max', limit: 10 },
        detail: 'with face_busy; those that waited were all looked at',
      },
    ];
  } finally {
    engine.close();
  }
}

/** A whole confirmation, as the engine sees it. */
async function confirm(engine: FaceEngine, film: Film): Promise<void> {
  const frameOf = film.begin();
  let challenge = newChallenge(['left', 'down', 'right'], 0);
  for (let frame = 1; challenge.stage !== 'passed'; frame += 1) {
    const prompt = promptOf(challenge);
    if (prompt === null) throw new Error(`a confirmation failed: ${challenge.failure}`);
    const look = await engine.look({ bytes: frameOf(prompt), kind: 'frame' });
    ({ challenge } = step(challenge, look, frame * 400));
  }
}

/** How soon one picture too many is refused, while those before it are looked at. */
async function refusalMs(engine: FaceEngine, film: Film): Promise<number> {
  const frameOf = film.begin();
  const taken = Array.from({ length: TAKEN }, async () => engine.look({ bytes: frameOf('front'), kind: 'frame' }));
  const began = performance.now();
  const refusal = await engine.look({ bytes: frameOf('front'), kind: 'frame' }).catch((error: unknown) => error);
  const took = performance.now() - began;
  if (!(refusal instanceof Refusal) || refusal.outcome !== 'face_busy') throw new Error('one too many was not refused');
  for (const look of await Promise.all(taken)) if ('problem' in look) throw new Error(`one that waited was not looked at: ${look.problem}`);
  return took;
}

/** Payments at a steady rate, with confirmations beside them and without, in turns: each pair's quotient is of the same moments. */
async function measureBeside(api: RunningApi, film: Film): Promise<Row> {
  const payers = api.users.slice(0, LOOKING);
  const orders = await makeOrders(api, LOOKING);
  await giveFaces(api, payers, film);
  const asked: FacePayers = {
    baseUrl: api.baseUrl,
    payers: payers.map(({ token }, index) => ({ cookie: `${PAYER_COOKIE}=${token}`, order: orders[index] ?? '' })),
    film: film.inBase64,
  };
  const payFor = async (): Promise<number[]> => {
    const requests = await payments(api, RATE * (WARM_UP_SECONDS + SECONDS));
    return (await pace(api.baseUrl, requests, RATE)).slice(RATE * WARM_UP_SECONDS);
  };
  const took = { alone: [] as number[][], beside: [] as number[][] };
  const counts: Confirmed[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const kind of round % 2 === 0 ? (['alone', 'beside'] as const) : (['beside', 'alone'] as const)) {
      const [latencies, count] = kind === 'alone' ? [await payFor(), []] : await whileConfirming(asked, payFor);
      if (round === 0) continue;
      took[kind].push(latencies);
      counts.push(...count);
    }
  }
  const p99Of = (latencies: number[]) => percentile(latencies, 0.99);
  const p99 = { alone: took.alone.map(p99Of), beside: took.beside.map(p99Of) };
  const list = (figures: readonly number[]) => figures.map((figure) => figure.toFixed(0)).join(', ');
  const sum = (what: keyof Confirmed) => counts.reduce((total, count) => total + count[what], 0);
  return {
    what: 'face: p99 of payments beside confirmations / without',
    measured: median(p99.beside.map((beside, round) => beside / (p99.alone[round] ?? Number.NaN))),
    unit: 'x',
    budget: { kind: 'max', limit: 1.2 },
    detail:
      `at ${RATE}/s, median quotient of ${ROUNDS} pairs in turns: ${median(p99.beside).toFixed(1)} ms (${list(p99.beside)}) : ` +
      `${median(p99.alone).toFixed(1)} ms (${list(p99.alone)}); of all payments together ${p99Of(took.beside.flat()).toFixed(1)} ms : ` +
      `${p99Of(took.alone.flat()).toFixed(1)} ms; ${sum('looked')} pictures of ${LOOKING} payers looked at and ` +
      `${sum('refused')} refused, ${sum('confirmations')} confirmations, in ${ROUNDS * (WARM_UP_SECONDS + SECONDS)} s`,
  };
}

/** What the work comes to while a process of payers confirms by face, and how it went for each of them. */
async function whileConfirming<Result>(asked: FacePayers, work: () => Promise<Result>): Promise<[Result, Confirmed[]]> {
  const payers = fork(join(import.meta.dirname, 'face-payers.ts'), [], { detached: true });
  const ended = once(payers, 'exit').then(() => Promise.reject(new Error('the payers ended by themselves')));
  const answered = Promise.race([once(payers, 'message') as Promise<[Confirmed[]]>, ended]);
  // It is told below, once the work is done.
  answered.catch(() => undefined);
  try {
    payers.send(asked);
    const result = await work();
    payers.send('enough', () => undefined);
    const [confirmed] = await answered;
    return [result, confirmed];
  } finally {
    payers.kill();
  }
}

/** Payers who have agreed, and whose faces are enrolled. */
async function giveFaces({ owner, platform }: RunningApi, payers: readonly LoadUser[], film: Film): Promise<void> {
  const engine = new FaceEngine();
  try {
    const look = await engine.look({ bytes: film.begin()('front'), kind: 'frame' });
    if ('problem' in look) throw new Error(`no face was seen: ${look.problem}`);
    await owner.query('update face_setting set is_offered = true');
    await owner.query(`insert into face_limit (coin, most) values ('USDP', 5000) on conflict (coin) do update set most = 5000`);
    for (const { userId } of payers) {
      await owner.query(`update wallet_user set authentication_status = 'approved' where user_id = $1`, [userId]);
      await platform.db.scoped(userId, async (tx) => {
        await saveConsent(tx, userId);
        for (const [kind, save] of [
          ['document', saveDocument],
          ['selfie', saveSelfie],
        ] as const)
          await save(tx, userId, sealedTemplate(platform.secrets, userId, kind, look.face.descriptor));
      });
    }
  } finally {
    engine.close();
  }
}

/** Milliseconds that a process has had of the processors. */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * TICK_MS;
}
