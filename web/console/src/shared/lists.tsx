import { listKit } from '@purser/console-kit/list/list-kit';
import type { ListOptions as Options } from '@purser/console-kit/list/list-options';
import type { ListPageOptions as PageOptions } from '@purser/console-kit/list/list-page';
import { coinList } from '@purser/contract/features/coin';
import { payoutAddressList } from '@purser/contract/features/usdt-withdrawal';
import type { ListCall } from '@purser/contract/list-call';
import type { Catalogue } from '@purser/i18n/catalogue';
import type { ConsoleTexts } from './i18n.tsx';
import { ToRecord } from './record-link.tsx';

export type ListOptions<C extends ListCall, Own extends Catalogue> = Options<C, ConsoleTexts & Own>;
export type ListPageOptions<C extends ListCall, Own extends Catalogue> = PageOptions<C, ConsoleTexts & Own>;

/**
 * The lists of a feature of the merchant console, which has `Own` texts beside those of every page: `listPage` is a page of its own,
 * `ListView` the same within another page.
 */
export const listsOf = <Own extends Catalogue>() =>
  listKit<ConsoleTexts & Own>({ coins: coinList, networks: payoutAddressList, RowHead: ToRecord });
