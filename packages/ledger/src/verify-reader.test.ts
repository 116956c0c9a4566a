import { expect, it } from 'vitest';
import { lookedAgain } from './verify-reader.ts';

interface Row {
  readonly id: string;
  readonly wrong: boolean;
}
const right = (id: string): Row => ({ id, wrong: false });
const wrong = (id: string): Row => ({ id, wrong: true });

/** What is made of a page, when it is what `again` says the next times that it is read. */
function looked(page: readonly Row[], again: readonly (readonly Row[])[], size: number): Promise<Row[]> {
  const reads = [...again];
  return lookedAgain(
    page,
    () => Promise.resolve(reads.length > 1 ? (reads.shift() as Row[]) : (reads[0] as Row[])),
    size,
    ({ id }) => [id],
    (row) => row.wrong,
  );
}

it('takes for right what a later look finds right, and for wrong what stays wrong', async () => {
  const page = [right('a'), wrong('b'), wrong('c')];
  expect(await looked(page, [page, [wrong('a'), right('b'), wrong('c')]], 10)).toEqual([right('a'), right('b'), wrong('c')]);
});

it('leaves out what was wrong and is gone', async () => {
  expect(await looked([wrong('a'), right('b'), wrong('c')], [[right('b')]], 3)).toEqual([right('b')]);
  expect(await looked([wrong('a'), right('b')], [[right('b'), right('c')]], 2), 'the page is full again').toEqual([right('b')]);
});

it('does not take for gone what new rows have pushed out of the page', async () => {
  expect(await looked([wrong('a'), wrong('c')], [[wrong('a'), right('b')]], 2)).toEqual([wrong('a'), wrong('c')]);
});
