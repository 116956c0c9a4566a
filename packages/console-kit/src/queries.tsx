import type { Language } from '@purser/contract/language';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useEffect, type ReactNode } from 'react';
import { useI18n } from './i18n.tsx';
import { queryClient } from './query.ts';

/** The language of what was fetched last. */
let fetchedIn: Language | undefined;

/** A page that fetches what it shows by queries. Pages that do without, as the login page does, do not load what makes them. */
export function withQueries<Props extends object>(Page: ComponentType<Props>): ComponentType<Props> {
  return function WithQueries(props) {
    return (
      <Queries>
        <Page {...props} />
      </Queries>
    );
  };
}

function Queries({ children }: { readonly children: ReactNode }) {
  const { language } = useI18n();
  useEffect(() => {
    // What the server words itself (refusals, advice) comes in the new language from now on.
    if (fetchedIn !== undefined && fetchedIn !== language) void queryClient.invalidateQueries();
    fetchedIn = language;
  }, [language]);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
