import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Started {
  readonly program: ChildProcess;
  /** What it has said until now. */
  said(): string;
}

/** Programs of this installation, each a process of its own that SIGKILL ends at any moment. */
export class KilledPrograms {
  readonly #running: ChildProcess[] = [];

  /** Starts `file` of this folder's parent; settles when it has said that it has started, or has ended. */
  async start(file: 'signer.ts' | 'watcher.ts', environment: Readonly<Record<string, string>>): Promise<Started> {
    const env = { PATH: process.env['PATH'], ...environment };
    const program = spawn(process.execPath, [join(import.meta.dirname, '..', file)], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#running.push(program);
    let said = '';
    const ended = once(program, 'close');
    const started = new Promise<void>((resolve) => {
      const hear = (chunk: Buffer): void => {
        said += chunk.toString();
        if (said.includes('"started"')) resolve();
      };
      program.stdout?.on('data', hear);
      program.stderr?.on('data', hear);
    });
    await Promise.race([started, ended]);
    return { program, said: () => said };
  }

  async kill(program: ChildProcess): Promise<void> {
    if (program.exitCode !== null || program.signalCode !== null) return;
    const ended = once(program, 'exit');
    program.kill('SIGKILL');
    await ended;
  }

  async killAll(): Promise<void> {
    await Promise.all(this.#running.map((program) => this.kill(program)));
  }
}
