import { defineConfig, type Plugin, type PluginOption } from 'vite';
import { FINAL_OUTCOMES } from '../packages/contract/src/final-outcomes.ts';
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

/** Puts the names of the outcomes in the place of their catalogue, which is large: see final-outcomes.ts. */
function namesOfOutcomes(): Plugin {
  return {
    name: 'purser-names-of-outcomes',
    load: (id) =>
      id.endsWith('/contract/src/final-outcomes.ts') ? `export const FINAL_OUTCOMES = ${JSON.stringify(FINAL_OUTCOMES)};` : undefined,
  };
}

/**
 * How a console is built: to static files. The server puts a nonce of its own in the place of the one named here, in every
 * answer anew; antd's style elements carry it. No script is inline.
 */
export function consoleBuild(base: string, plugins: readonly PluginOption[]) {
  return defineConfig({
    base,
    plugins: [...plugins, namesOfOutcomes(), preloadFace(base), precompress()],
    html: { cspNonce: '{{CSP_NONCE}}' },
    build: {
      target: 'es2023',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      manifest: true,
      chunkSizeWarningLimit: 1_000,
      // What the list of pages knows of their texts is needed at once and by the pages: one file rather than one for each feature.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'page-texts', test: /\/features\/[^/]+\/texts\.ts$/ }] } } },
    },
    server: { proxy: Object.fromEntries(['/v1', '/v2', '/healthy'].map((path) => [path, 'http://127.0.0.1:8080'])) },
  });
}
