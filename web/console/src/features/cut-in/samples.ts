/** What the files of docs/samples say in the place of the installation's address. */
const EXAMPLE_ADDRESS = 'https://pay.example.com';

/** The programs of docs/samples as they stand there, each loaded once it is chosen. */
const LOADERS = {
  curl: () => import('../../../../../docs/samples/purser.sh?raw'),
  TypeScript: () => import('../../../../../docs/samples/purser.mts?raw'),
  PHP: () => import('../../../../../docs/samples/purser.php?raw'),
  Python: () => import('../../../../../docs/samples/purser.py?raw'),
} as const;

export type SampleName = keyof typeof LOADERS;
export const SAMPLE_NAMES = Object.keys(LOADERS) as SampleName[];

/** A program, with the address at which its reader reaches the API. */
export async function sampleOf(name: SampleName, address: string): Promise<string> {
  const { default: text } = await LOADERS[name]();
  return text.replaceAll(EXAMPLE_ADDRESS, () => address);
}
