import { type ChildProcess, spawn } from 'node:child_process';

interface KeptOptions {
  /** What asks the program to end orderly. */
  readonly stopSignal: 'INT' | 'TERM';
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** A file descriptor for everything the program prints. */
  readonly output: number | 'inherit' | 'ignore' | 'pipe';
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * A small shell stands between us and the program. Its standard input is a pipe that breaks when this process is
 * gone, however it went (kill -9 too): then it stops the program. It has a process group of its own, so a
 * terminal's Ctrl-C reaches this process alone, which then stops things in order.
 */
const KEEPER = `signal=$1; shift
exec 3<&0
"$@" </dev/null 3<&- &
kept=$!
trap 'kill -s "$signal" "$kept" 2>/dev/null' TERM INT
trap 'kill -s KILL "$kept" 2>/dev/null' USR1
( read -r _; kill -s "$signal" "$kept" 2>/dev/null ) <&3 >/dev/null 2>&1 &
watch=$!
while :; do
  wait "$kept"; code=$?
  kill -0 "$kept" 2>/dev/null || break
done
kill "$watch" 2>/dev/null
exit "$code"`;

/** Starts a program that never outlives this process. The child returned is the keeper, and ends with the program. */
export function spawnKept(program: string, args: readonly string[], options: KeptOptions): ChildProcess {
  const { stopSignal, output, ...rest } = options;
  const child = spawn('/bin/sh', ['-c', KEEPER, 'purser-keeper', stopSignal, program, ...args], {
    ...rest,
    detached: true,
    stdio: ['pipe', output, output],
  });
  // Nothing is ever written to the pipe; it breaking is the message.
  child.stdin?.on('error', () => undefined);
  return child;
}

/** Asks a kept program to end, and settles when it has; after `patience_ms` it is killed. */
export async function stopKept(child: ChildProcess, patience_ms: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGTERM');
  const impatient = setTimeout(() => child.kill('SIGUSR1'), patience_ms);
  await ended;
  clearTimeout(impatient);
}
