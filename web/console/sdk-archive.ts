import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { build } from '../../packages/client/build/build.ts';

const FOLDER = 'sdk';
/** The module that has the values which are known only now. */
const VALUES = '/features/cut-in/sdk-archive.ts';

/** Puts the SDK's package and the guide to the open API beside the console's files, for merchants' systems to be built with. */
export function sdkArchive(): Plugin {
  let archive: Awaited<ReturnType<typeof build>> | undefined;
  return {
    name: 'purser-sdk-archive',
    apply: 'build',
    async buildStart() {
      archive = await build();
    },
    load(id) {
      if (!archive || !id.endsWith(VALUES)) return undefined;
      const { name, integrity } = archive;
      return `export const SDK_ARCHIVE = ${JSON.stringify({ path: `/${FOLDER}/${name}`, integrity })};`;
    },
    async generateBundle() {
      if (archive) this.emitFile({ type: 'asset', fileName: `${FOLDER}/${archive.name}`, source: archive.content });
      const guide = await readFile(new URL('../../docs/integrate.md', import.meta.url));
      this.emitFile({ type: 'asset', fileName: `${FOLDER}/integrate.md`, source: guide });
    },
  };
}
