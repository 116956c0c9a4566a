import type { Language } from '@purser/contract/language';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useI18n } from './i18n.tsx';
import { queryClient } from './query.ts';

/** The language of what was fetched last. */
let fetchedIn: Language | undefined;

/** What is below fetches what it shows by queries. It stands around what needs them: the login page does without. */
export function Queries({ children }: { readonly children: ReactNode }) {
  const { language } = useI18n();
  useEffect(() => {
    // What the server words itself (refusals, advice) comes in the new language from now on.
    if (fetchedIn !== undefined && fetchedIn !== language) void queryClient.invalidateQueries();
    fetchedIn = language;
  }, [language]);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
