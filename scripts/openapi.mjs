// npm run openapi: writes the OpenAPI document of the call table to docs/openapi.json.
import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../packages/contract/src/openapi.ts';

const file = new URL('../docs/openapi.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
