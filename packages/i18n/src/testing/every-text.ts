import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '@purser/contract/language';
import type { Catalogue } from '../catalogue.ts';

const SOURCES = join(import.meta.dirname, '..');

/** Every text in one folder of catalogues, such as `console`: what all its pages say, and what each page has for itself. */
export async function everyText(folder: string, language: Language): Promise<Catalogue> {
  const name = language.toLowerCase().replace('_', '-');
  const files = globSync(`${folder}/**/${name}.ts`, { cwd: SOURCES });
  if (files.length === 0) throw new Error(`no texts in ${folder} for ${language}`);
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(SOURCES, file)).href) as Promise<Record<string, Catalogue>>),
  );
  return Object.assign({}, ...modules.flatMap((module) => Object.values(module)));
}
