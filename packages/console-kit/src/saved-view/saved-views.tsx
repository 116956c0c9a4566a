import type { OutputOf } from '@purser/contract/call';
import type { savedViewQuery } from '@purser/contract/features/saved-view';
import type { ListCall } from '@purser/contract/list-call';
import type { ColumnChoiceState } from '@purser/ui/column-choice';
import { Popover } from '@purser/ui/popover';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { Search } from '../list/list-search.ts';
import { quietQuery } from '../query.ts';
import { savedViewCalls } from './calls.ts';
import { ChangeView, NewView } from './view-forms.tsx';
import { keptSearchOf, sameFields, shownSearchOf, withView } from './view-search.ts';
import styles from './saved-views.module.css';
import { useT } from './texts.ts';

export type SavedView = OutputOf<typeof savedViewQuery>['list'][number];

interface SavedViewsProps {
  readonly call: ListCall;
  readonly listId: string;
  readonly choice: ColumnChoiceState;
}

/** A list's views: which one is shown, and the others to choose from. A list that is opened as it is begins with the one that is its default. */
export default function SavedViews({ call, listId, choice }: SavedViewsProps) {
  const t = useT();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  const { data } = useQuery(quietQuery(savedViewCalls().query, { list_id: listId }, []));
  const [changed, setChanged] = useState<string>();
  const views = data?.list ?? [];
  const shown = { search: keptSearchOf(call, search), columns: choice.chosen };
  const keeps = ({ search: kept }: SavedView): Record<string, string> => keptSearchOf(call, shownSearchOf(call, kept));
  const current = views.find((view) => sameFields(keeps(view), shown.search) && sameFields(view.columns, shown.columns));
  const apply = (view: Pick<SavedView, 'search' | 'columns'>, replace = false): void => {
    choice.choose(view.columns);
    void navigate({ to: '.', search: (before: Search) => withView(call, before, view.search), replace } as never);
  };
  useDefault(data?.list, Object.keys(search).length === 0, (view) => apply(view, true));
  const changing = views.find(({ view_id }) => view_id === changed);

  return (
    <Popover
      label={t('saved.views')}
      align="end"
      onClosed={() => setChanged(undefined)}
      renderButton={(opener) => (
        // Where there is little room it is its sign alone.
        <Button icon={<ViewsIcon />} {...opener}>
          <span className={styles.text}>
            {t('saved.views')} {current && <strong className={styles.current}>{current.name}</strong>}
          </span>
        </Button>
      )}
    >
      {(close) =>
        changing ? (
          <ChangeView view={changing} shown={shown} onBack={() => setChanged(undefined)} />
        ) : (
          <div className={styles.panel}>
            {views.length === 0 && <p className={styles.none}>{t('saved.none')}</p>}
            {views.length > 0 && (
              <ul className={styles.list}>
                {[undefined, ...views].map((view) => (
                  <li key={view?.view_id ?? ''}>
                    <button
                      type="button"
                      className={styles.choose}
                      aria-current={isCurrent(view, current, shown.search) || undefined}
                      onClick={() => {
                        close();
                        apply(view ?? { search: {}, columns: {} });
                      }}
                    >
                      {view?.name ?? t('saved.all')}
                      {view?.is_default && <span className={styles.tag}>{t('saved.isDefault')}</span>}
                    </button>
                    {view && (
                      <button
                        type="button"
                        className={styles.change}
                        aria-label={t('saved.changeNamed', { name: view.name })}
                        onClick={() => setChanged(view.view_id)}
                      >
                        …
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            )}
            <NewView listId={listId} shown={shown} onDone={close} />
          </div>
        )
      }
    </Popover>
  );
}

function isCurrent(view: SavedView | undefined, current: SavedView | undefined, shown: Readonly<Record<string, string>>): boolean {
  return view ? view === current : current === undefined && Object.keys(shown).length === 0;
}

/** Begins with the default once, where the address asks for nothing when the views have come. */
function useDefault(views: readonly SavedView[] | undefined, asksNothing: boolean, begin: (view: SavedView) => void): void {
  const begun = useRef(false);
  useEffect(() => {
    if (views === undefined || begun.current) return;
    begun.current = true;
    const usual = views.find((view) => view.is_default);
    if (usual && asksNothing) begin(usual);
  }, [views, asksNothing, begin]);
}

function ViewsIcon() {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden="true">
      <path d="M4 2.2h8v11.3l-4-2.7-4 2.7z" />
    </svg>
  );
}
