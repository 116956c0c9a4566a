import type { ListCall } from '@purser/contract/list-call';
import type { Filters, List, Reader } from './list.ts';

/**
 * A list of all owners' rows, or of one owner's where its number is asked for by the filter of that name: that one's are read in its own scope, by
 * the indexes of its own lists.
 */
export function ofAllOrOne<C extends ListCall>(filter: keyof Filters<C> & string, ofAll: List<C>, ofOne: List<C>): List<C> {
  function chosen<Asked>(asked: Asked, reader: Reader): [list: List<C>, asked: Asked, reader: Reader] {
    const { [filter as keyof Asked]: ownerId, ...rest } = asked;
    return ownerId === undefined ? [ofAll, asked, reader] : [ofOne, rest as Asked, { ...reader, ownerId: ownerId as number }];
  }
  return {
    call: ofAll.call,
    page: (db, asked, reader) => {
      const [list, rest, as] = chosen(asked, reader);
      return list.page(db, rest, as);
    },
    all: (db, asked, reader) => {
      const [list, rest, as] = chosen(asked, reader);
      return list.all(db, rest, as);
    },
  };
}
