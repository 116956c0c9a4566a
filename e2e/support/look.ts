import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

const LOOK = readFileSync(join(import.meta.dirname, 'page-look.js'), 'utf8');

/**
 * Nothing is wider than the screen, fields and icons stand out at 3:1, nothing that sticks covers what is focused, and where fingers
 * point every target is 44 px high and wide.
 */
export async function expectLooksRight(page: Page, name: string): Promise<void> {
  const touch = await page.evaluate<boolean>(`matchMedia('(pointer: coarse)').matches`);
  const problems = await page.evaluate<string[]>(`${LOOK}; lookAtPage(${JSON.stringify({ touch })})`);
  // Softly: one run tells what is wrong with every screen.
  expect.soft(problems, name).toEqual([]);
}
