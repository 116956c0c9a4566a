import { ensureWebBuilt } from '../quick-start/web-build.ts';

/** Builds the web apps unless they are built from these sources already. */
try {
  await ensureWebBuilt({ onNotice: console.log });
  console.log('The web pages are built.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
