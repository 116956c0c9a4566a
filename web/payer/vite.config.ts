import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import * as checkout from '@purser/contract/features/checkout';
import * as face from '@purser/contract/features/face';
import * as wallet from '@purser/contract/features/wallet';
import * as passkey from '@purser/contract/features/wallet-passkey';
import { precompress } from '../precompress.ts';

/**
 * Gives the pages the paths of their calls without the call table itself, whose schemas would bring a whole
 * validator into the browser. The server validates.
 */
function callPaths(): Plugin {
  const id = 'virtual:call-paths';
  const paths = Object.entries({ ...checkout, ...face, ...wallet, ...passkey }).flatMap(([name, value]) =>
    typeof value === 'object' && 'path' in value ? [`export const ${name} = ${JSON.stringify(value.path)};`] : [],
  );
  return {
    name: 'purser:call-paths',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? paths.join('\n') : undefined),
  };
}

const stylesheets = new Map<string, string>();

/** `summary.module.css` and `.brief` make `summary_brief`: the names are part of every page, and such ones compress better than hashes. */
function className(local: string, file: string): string {
  const sheet = basename(file.split('?', 1)[0] ?? '', '.module.css');
  const other = stylesheets.get(sheet) ?? file;
  if (other !== file) throw new Error(`two stylesheets have one name: ${other} and ${file}`);
  stylesheets.set(sheet, file);
  return `${sheet}_${local}`;
}

/** The script that stands in a page which rests: one file without imports, so that it can. */
function liveScript(): Plugin {
  return {
    name: 'purser:live-script',
    async generateBundle() {
      const built = await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        plugins: [callPaths()],
        build: { write: false, target: TARGET, rollupOptions: { input: 'src/live.ts', output: { format: 'iife' } } },
      });
      const [script, ...others] = 'output' in built ? built.output : [];
      if (script?.type !== 'chunk' || others.length > 0) throw new Error('the live script is more than one file');
      if (/<\/script|<!--/i.test(script.code)) throw new Error('the live script cannot stand in a page');
      this.emitFile({ type: 'asset', fileName: 'live.js', source: script.code });
    },
  };
}

const TARGET = 'es2022';

/** Two builds of one source: what the browser loads, and what the server renders with. */
export default defineConfig(({ isSsrBuild }) => ({
  base: '/payer/',
  plugins: [react(), callPaths(), ...(isSsrBuild ? [] : [liveScript(), precompress()])],
  css: { modules: { generateScopedName: className } },
  define: { 'process.env.NODE_ENV': '"production"' },
  // The server's bundle carries its own React: always the production one, whatever NODE_ENV the server runs with.
  ssr: { noExternal: true },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // The server names what a page loads, in the page's own head.
    modulePreload: false,
    // One small stylesheet: a page is laid out once, and never without it.
    cssCodeSplit: false,
    target: TARGET,
    rollupOptions: {
      input: isSsrBuild ? 'src/entry-server.tsx' : 'src/entry-client.tsx',
      // What the first script holds stays in one file, however many pages share some of it.
      ...(isSsrBuild ? {} : { output: { codeSplitting: { groups: [{ name: 'entry-client', tags: ['$initial'] }] } } }),
    },
  },
}));
