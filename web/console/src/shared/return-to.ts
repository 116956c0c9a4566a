import { FIXED_PATHS, PATHS } from './paths.ts';

/** Where the user was going. Only a page of this console: an address that leads elsewhere is not followed. */
export function pageToReturnTo(from: string | undefined): string {
  const path = from?.split(/[?#]/)[0] ?? '';
  const ours = Object.values(PATHS).some((known) => fits(known, path)) && !FIXED_PATHS.includes(path);
  return ours && from !== undefined ? from : PATHS.dashboard;
}

/** Whether an address is of a page's path; where the path says `$serialNumber`, the address has letters and digits. */
function fits(known: string, path: string): boolean {
  const [before = '', parameter] = known.split('$');
  if (parameter === undefined) return known === path;
  return path.startsWith(before) && /^\w+$/.test(path.slice(before.length));
}
