import type { savedViewAdd, savedViewDelete, savedViewQuery, savedViewUpdate } from '@purser/contract/features/saved-view';

/** The calls by which an app keeps its users' views of lists. */
export interface SavedViewCalls {
  readonly query: typeof savedViewQuery;
  readonly add: typeof savedViewAdd;
  readonly update: typeof savedViewUpdate;
  readonly remove: typeof savedViewDelete;
}

let load: (() => Promise<SavedViewCalls>) | undefined;
let loaded: SavedViewCalls | undefined;

/** Called once, before the first list is shown: the calls come with the first list. */
export function provideSavedViews(provided: () => Promise<SavedViewCalls>): void {
  load = provided;
}

/** Brings the calls; whoever shows views has waited for it. */
export async function loadSavedViewCalls(): Promise<void> {
  loaded ??= await load?.();
}

export function savedViewCalls(): SavedViewCalls {
  if (!loaded) throw new Error('the app has not said where views are kept');
  return loaded;
}
