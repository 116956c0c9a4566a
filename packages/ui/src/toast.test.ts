import { beforeEach, expect, it } from 'vitest';
import { closeNewestToast, shownToasts, toast, TOAST_OFFSET_PX } from './toast.ts';

const shown = () => shownToasts().map(({ message }) => message);

beforeEach(() => {
  while (closeNewestToast());
});

it('a success takes away the errors before it, as what failed has been done', () => {
  toast.error('Not saved');
  toast.warning('Connection lost');
  toast.success('Saved');
  expect(shown()).toEqual(['Connection lost', 'Saved']);
});

it('an error that stays until it is closed is not taken away', () => {
  toast({ message: 'The secret is lost', type: 'error', duration: 0 });
  toast.success('Saved');
  expect(shown()).toEqual(['The secret is lost', 'Saved']);
});

it('the same words of the same type are said once', () => {
  toast.info('Copied');
  toast.info('Copied');
  expect(shown()).toEqual(['Copied']);
});

it('stays for three seconds, 16 px from the edge, unless it says otherwise', () => {
  toast({ message: 'Short', type: 'warning', duration: 500, showClose: false });
  toast.info('Usual');
  expect(shownToasts()).toMatchObject([
    { message: 'Short', type: 'warning', duration: 500, showClose: false },
    { message: 'Usual', type: 'info', duration: 3_000, showClose: false },
  ]);
  expect(TOAST_OFFSET_PX).toBe(16);
});

it('the newest is closed first', () => {
  toast.info('First');
  toast.info('Second');
  expect(closeNewestToast()).toBe(true);
  expect(shown()).toEqual(['First']);
});
