import type { ListCall } from '@purser/contract/list-call';
import type { KitCatalogue } from '../i18n.tsx';
import type { ListParts } from './list-options.ts';
import { pageOfList, type ListPageOptions } from './list-page.tsx';
import { ListView as View, type ListViewProps } from './list-view.tsx';

/**
 * An app's lists. Made once per app, with its catalogue as the type and with what all its lists share.
 * `listPage` makes a component to export from a feature's `page.tsx`; `ListView` is the same within another page.
 */
export function listKit<Texts extends KitCatalogue>(parts: ListParts) {
  return {
    listPage: <C extends ListCall>(call: C, options: ListPageOptions<C, Texts>) => pageOfList(call, options, parts),
    ListView: <C extends ListCall>({ call, options }: Omit<ListViewProps<C, Texts>, 'parts'>) => (
      <View call={call} options={options} parts={parts} />
    ),
  };
}
