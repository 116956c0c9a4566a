import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig, minify, type Plugin, type PluginOption } from 'vite';
import * as finalOutcomes from '../packages/contract/src/final-outcomes.ts';
import * as firstPages from '../packages/contract/src/first-pages.ts';
import * as staffFirstPages from '../packages/contract/src/staff-first-pages.ts';
import { precompress } from './precompress.ts';

/** The face's Latin letters are asked for with the page, not only when the stylesheet has come. */
function preloadFace(base: string): Plugin {
  return {
    name: 'purser-preload-face',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /inter-latin-wght.*\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `${base}${name}` },
            injectTo: 'head' as const,
          })),
    },
  };
}

/** Modules of the contract of which a console needs the values alone, by what their paths end in: what these are made of is large. */
const EVALUATED: Readonly<Record<string, object>> = {
  '/contract/src/final-outcomes.ts': finalOutcomes,
  '/contract/src/first-pages.ts': firstPages,
  '/contract/src/staff-first-pages.ts': staffFirstPages,
};

/** Puts the values in the place of what they are made of. */
function evaluated(): Plugin {
  return {
    name: 'purser-evaluated',
    load(id) {
      const found = Object.entries(EVALUATED).find(([path]) => id.endsWith(path));
      if (!found) return undefined;
      return Object.entries(found[1])
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

/** The script that runs before anything else is copied as it stands: made small where it was copied to. */
function smallBoot(): Plugin {
  let file = '';
  return {
    name: 'purser-small-boot',
    apply: 'build',
    configResolved(config) {
      file = join(config.root, config.build.outDir, 'boot.js');
    },
    async closeBundle() {
      const { code } = await minify('boot.js', await readFile(file, 'utf8'));
      await writeFile(file, code);
    },
  };
}

/**
 * How a console is built: to static files. The server puts a nonce of its own in the place of the one named here, in every
 * answer anew; antd's style elements carry it. No script is inline.
 */
export function consoleBuild(base: string, plugins: readonly PluginOption[]) {
  return defineConfig({
    base,
    plugins: [...plugins, evaluated(), preloadFace(base), smallBoot(), precompress()],
    html: { cspNonce: '{{CSP_NONCE}}' },
    build: {
      target: 'es2023',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      manifest: true,
      chunkSizeWarningLimit: 1_000,
      // What the list of pages knows of their texts is needed at once and by the pages: one file rather than one for each feature.
      // Whoever has not signed in yet needs none of it.
      rolldownOptions: {
        output: {
          // The names of all files are part of the first page: hashes alone, and for the rest seven characters of one, the fewest there may be.
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[hash:8].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: 'page-texts', test: /\/features\/(?!sign-in\/|set-up\/)[^/]+\/texts\.ts$/ }],
          },
        },
      },
    },
    server: { proxy: Object.fromEntries(['/v1', '/v2', '/healthy'].map((path) => [path, 'http://127.0.0.1:8080'])) },
  });
}
