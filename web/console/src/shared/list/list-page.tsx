import type { ListCall } from '@purser/contract/list-call';
import { PageHead } from '@purser/ui/page-head';
import type { ComponentType } from 'react';
import { type PlainKey, useT } from '../i18n.tsx';
import type { ListOptions } from './list-options.ts';
import { ListView } from './list-view.tsx';
import styles from './list.module.css';

export interface ListPageOptions<C extends ListCall> extends ListOptions<C> {
  readonly title: PlainKey;
  readonly hint: PlainKey;
  /** Beside the title: what one can do on the page. */
  readonly Actions?: ComponentType;
  /** Beside the list, such as a form in a drawer. */
  readonly Extra?: ComponentType;
}

/** The page of a list: a component to export from the feature's `page.tsx`. `ListView` is the same within another page. */
export function listPage<C extends ListCall>(call: C, options: ListPageOptions<C>): ComponentType {
  const { title, hint, Actions, Extra } = options;
  return function Page() {
    const t = useT();
    return (
      <div className={styles['page']} data-fills-screen>
        <PageHead title={t(title)} hint={t(hint)} actions={Actions && <Actions />} compact />
        <ListView call={call} options={options} />
        {Extra && <Extra />}
      </div>
    );
  };
}
