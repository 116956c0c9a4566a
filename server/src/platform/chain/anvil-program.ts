import { createRequire } from 'node:module';
import { arch, platform } from 'node:process';

/**
 * The program that npm brought for this machine; undefined where it brought none, as the package is an optional one and has no build for every machine. Its own
 * installer is not run.
 */
export function anvilProgram(): string | undefined {
  const machine = `${platform}-${arch === 'x64' ? 'amd64' : arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'));
    return require.resolve(`@foundry-rs/anvil-${machine}/bin/anvil${platform === 'win32' ? '.exe' : ''}`);
  } catch {
    return undefined;
  }
}
