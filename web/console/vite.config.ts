import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SMALLEST_WORTH_IT_BYTES = 1_024;

/** Writes each text file's `.br` and `.gz` beside it, so that the server compresses nothing while it serves. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'purser-precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir, config.build.assetsDir);
    },
    async closeBundle() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(names.map((name) => compress(join(folder, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < SMALLEST_WORTH_IT_BYTES) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
  await Promise.all([
    promisify(brotliCompress)(content, quality).then((small) => writeFile(`${file}.br`, small)),
    promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}

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
