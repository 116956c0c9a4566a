import { expect, it } from 'vitest';
import { pagesShown } from './pages-shown.ts';

it.each([
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 8, [1, 2, 3, 4, 5, 'on', 8]],
  [3, 8, [1, 2, 3, 4, 5, 'on', 8]],
  [4, 8, [1, 2, 3, 4, 5, 6, 'on', 8]],
  [5, 9, [1, 'back', 3, 4, 5, 6, 7, 'on', 9]],
  [8, 8, [1, 'back', 4, 5, 6, 7, 8]],
  [250, 500, [1, 'back', 248, 249, 250, 251, 252, 'on', 500]],
] as const)('shows at page %d of %d the pages %j', (page, last, shown) => {
  expect(pagesShown(page, last)).toEqual(shown);
});
