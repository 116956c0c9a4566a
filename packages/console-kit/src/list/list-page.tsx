import type { ListCall } from '@purser/contract/list-call';
import { PageHead } from '@purser/ui/page-head';
import type { ComponentType } from 'react';
import { plainly, useT, type KitCatalogue, type PlainKey } from '../i18n.tsx';
import type { ListOptions, ListParts } from './list-options.ts';
import { ListView } from './list-view.tsx';
import styles from './list.module.css';

export interface ListPageOptions<C extends ListCall, Texts extends KitCatalogue> extends ListOptions<C, Texts> {
  readonly title: PlainKey<Texts>;
  readonly hint: PlainKey<Texts>;
  /** Beside the title: what one can do on the page. */
  readonly Actions?: ComponentType;
  /** Beside the list, such as a form in a drawer. */
  readonly Extra?: ComponentType;
}

/** The page of a list. */
export function pageOfList<C extends ListCall, Texts extends KitCatalogue>(
  call: C,
  options: ListPageOptions<C, Texts>,
  parts: ListParts,
): ComponentType {
  const { title, hint, Actions, Extra } = options;
  return function Page() {
    const t = plainly(useT<Texts>());
    return (
      <div className={styles.page} data-fills-screen>
        <PageHead title={t(title)} hint={t(hint)} actions={Actions && <Actions />} compact />
        <ListView call={call} options={options} parts={parts} />
        {Extra && <Extra />}
      </div>
    );
  };
}
