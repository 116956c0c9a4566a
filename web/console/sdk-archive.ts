import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { build, namingArchive } from '../../packages/client/build/build.ts';

const FOLDER = 'sdk';
/** The module that has the values which are known only now. */
const VALUES = '/features/cut-in/sdk-archive.ts';
const SAMPLE = '/docs/samples/purser.mts?raw';

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
    transform(code, id) {
      return archive && id.endsWith(SAMPLE) ? { code: namingArchive(code, archive.name), map: null } : undefined;
    },
    async generateBundle() {
      if (!archive) return;
      this.emitFile({ type: 'asset', fileName: `${FOLDER}/${archive.name}`, source: archive.content });
      const guide = await readFile(new URL('../../docs/integrate.md', import.meta.url), 'utf8');
      this.emitFile({ type: 'asset', fileName: `${FOLDER}/integrate.md`, source: namingArchive(standingAlone(guide), archive.name) });
    },
  };
}

/** A text without its links to files beside it, which stay where they are when it is downloaded: what they say is left. */
export function standingAlone(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\((?!https?:|#)[^)]*\)/g, '$1');
}
