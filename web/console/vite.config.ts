import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from '../precompress.ts';

/**
 * The console is static files. The server puts a nonce of its own in the place of the one named here, in every
 * answer anew; antd's style elements carry it. No script is inline.
 */
export default defineConfig({
  plugins: [react(), precompress()],
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
