import { readFile } from 'node:fs/promises';
import type { Language } from '@purser/contract/language';
import type { PayerPageName, PayerRenderer, RenderOptions } from '@purser/contract/payer-pages';
import { notBuilt } from './console-pages.ts';

const DIST = new URL('../../../../web/payer/dist/', import.meta.url);
/** Where the pages' scripts and styles are served from; the build is told the same. */
export const PAYER_ASSETS = { prefix: '/payer/assets/', folder: new URL('client/assets/', DIST) } as const;
const CLIENT_ENTRY = 'src/entry-client.tsx';
const TEXT_FILES: Readonly<Record<Language, string>> = { zh_Hans: 'zh-hans', zh_Hant: 'zh-hant', en: 'en', vi: 'vi' };

/** The built pages: the renderer, and the files that a page of a language loads. */
export interface PayerBuild {
  readonly renderer: PayerRenderer;
  assets(page: PayerPageName, language: Language): RenderOptions['assets'];
}

type Manifest = Readonly<Record<string, { readonly file: string; readonly src?: string; readonly imports?: readonly string[] }>>;

/** Loads what `npm run build` made; throws CannotStart when that was not run, or when a page is not in it. */
export async function loadPayerBuild(): Promise<PayerBuild> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(new URL('client/.vite/manifest.json', DIST), 'utf8')) as Manifest;
  } catch (error) {
    throw notBuilt(error);
  }
  const renderer = (await import(new URL('server/entry-server.js', DIST).href)) as PayerRenderer;
  const textOf = (file: string): Promise<string> => readFile(new URL(`client/${file}`, DIST), 'utf8');
  const [style, script] = await Promise.all([Promise.all(stylesOf(manifest).map(textOf)), textOf('live.js')]);
  return { renderer, assets: assetsOf(manifest, renderer.pagesWithScripts, { style: style.join(''), script }) };
}

function stylesOf(manifest: Manifest): string[] {
  return Object.values(manifest).flatMap(({ file }) => (file.endsWith('.css') ? [file] : []));
}

/** Which files a page of a language loads, by the build's manifest, and what stands in a page that rests. */
export function assetsOf(
  manifest: Manifest,
  pagesWithScripts: readonly PayerPageName[],
  resting: RenderOptions['assets']['resting'],
): PayerBuild['assets'] {
  const chunkOf = (ending: string): string => {
    const name = Object.keys(manifest).find((key) => key.endsWith(ending));
    if (name === undefined) throw new Error(`the payer pages' build has no file ${ending}`);
    return name;
  };
  /** A file and what it imports, which would be asked for only once it is there. */
  const filesOf = (name: string): string[] => {
    const { file, imports = [] } = manifest[name] ?? {};
    return file === undefined || name === CLIENT_ENTRY ? [] : [`/payer/${file}`, ...imports.flatMap(filesOf)];
  };
  const script = `/payer/${manifest[chunkOf(CLIENT_ENTRY)]?.file}`;
  const styles = stylesOf(manifest).map((file) => `/payer/${file}`);
  const ofPage = new Map(pagesWithScripts.map((page) => [page, filesOf(chunkOf(`/${page}-page.tsx`))]));
  return (page, language) => {
    const texts = TEXT_FILES[language];
    const preloads = filesOf(chunkOf(`payer/${texts}.ts`));
    if (page !== 'pay') preloads.push(...filesOf(chunkOf(`payer/other-pages/${texts}.ts`)));
    preloads.push(...(ofPage.get(page) ?? []));
    return { script, styles, preloads: [...new Set(preloads)], resting };
  };
}
