import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase, startTestDatabase } from '../platform/testing/database.ts';
import { generateSchema } from '../platform/testing/generate-schema.ts';

// npm run schema: writes the types of the tables anew, from a database of its own with all migrations.

const server = await startTestDatabase();
try {
  const database = await createTestDatabase();
  await writeFile(join(import.meta.dirname, '../platform/database/schema.ts'), await generateSchema(database.url));
  await database.drop();
} finally {
  await server.stop();
}
