import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openApiDocument } from '@purser/contract/openapi';

const FILE = join(import.meta.dirname, '../../../docs/openapi.json');

it('docs/openapi.json is the document of the calls as they are now (npm run openapi writes it anew)', () => {
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
});
