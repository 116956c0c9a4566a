// npm test: sets up what is missing, then runs every part: static checks, unit and API tests, the build, end-to-end
// tests in Chromium, the crash test. `npm test -- unit e2e` runs only the parts named.
import { continueAs, ensureInstalled, requireNode } from './runtime.mjs';

requireNode();
ensureInstalled();
continueAs('scripts/test-all.mjs');
