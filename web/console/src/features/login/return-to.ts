import { FIXED_PATHS, PATHS } from '../../shared/paths.ts';

/** Where the user was going. Only a page of this console: an address that leads elsewhere is not followed. */
export function pageToReturnTo(from: string | undefined): string {
  const path = from?.split(/[?#]/)[0] ?? '';
  const ours = Object.values(PATHS).some((known) => known === path) && !FIXED_PATHS.includes(path);
  return ours && from !== undefined ? from : PATHS.dashboard;
}
