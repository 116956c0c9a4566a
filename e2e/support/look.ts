import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectSettled } from './settled.ts';

const LOOK = readFileSync(join(import.meta.dirname, 'page-look.js'), 'utf8');

/**
 * Nothing is wider than the screen, fields and icons stand out at 3:1, nothing that sticks covers what is focused, nothing that scrolls cuts it, and where fingers
 * point every target is 44 px high and wide and what one types in is 16 px high.
 */
export async function expectLooksRight(page: Page, name: string): Promise<void> {
  const touch = await page.evaluate<boolean>(`matchMedia('(pointer: coarse)').matches`);
  const look = () => page.evaluate<string[]>(`${LOOK}; lookAtPage(${JSON.stringify({ touch })})`);
  let problems = await look();
  if (problems.length > 0) {
    // A page may take its new width, or news, while it is looked at. What is wrong with it is so when it has come to rest, too.
    await expectSettled(page);
    problems = await look();
  }
  // Softly: one run tells what is wrong with every screen.
  expect.soft(problems, name).toEqual([]);
}
