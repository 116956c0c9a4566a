import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from '../precompress.ts';

/** The face's Latin letters are asked for with the page, not only when the stylesheet has come. */
function preloadFace(): Plugin {
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
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${name}` },
            injectTo: 'head' as const,
          })),
    },
  };
}

/**
 * The console is static files. The server puts a nonce of its own in the place of the one named here, in every
 * answer anew; antd's style elements carry it. No script is inline.
 */
export default defineConfig({
  plugins: [react(), preloadFace(), precompress()],
  html: { cspNonce: '{{CSP_NONCE}}' },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: true,
    chunkSizeWarningLimit: 1_000,
  },
  server: { proxy: Object.fromEntries(['/v1', '/v2', '/healthy'].map((path) => [path, 'http://127.0.0.1:8080'])) },
});
