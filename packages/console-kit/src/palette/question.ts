import type { InputOf, OutputOf } from '@purser/contract/call';
import type { ListCall } from '@purser/contract/list-call';
import { client } from '../client.ts';
import type { LookUp, NumberFound, Place } from './entry.ts';

/** One question: which record of this kind has the number. */
export interface Question<Kind extends string> {
  readonly kind: Kind;
  readonly path: string;
  readonly ask: LookUp;
}

type RowOf<C extends ListCall> = OutputOf<C>['list'][number];

/** Makes questions for an app's kinds of records: each asks a list by its exact filter, for one row at the most. */
export const questionsOn =
  <Kind extends string>() =>
  <C extends ListCall>(
    kind: Kind,
    call: C,
    filter: Partial<InputOf<C>>,
    show: (row: RowOf<C>) => { readonly number: string; readonly beside?: string; readonly place: Place | undefined },
  ): Question<Kind> => ({
    kind,
    path: call.path,
    ask: async (signal) => {
      const { list } = await client.request(call, { ...filter, page_size: 1 } as InputOf<C>, { signal, quiet: true });
      return (list as readonly RowOf<C>[]).flatMap((row): NumberFound[] => {
        const { place, ...shown } = show(row);
        return place ? [{ kind, ...shown, place }] : [];
      });
    },
  });
