import { staffSavedViewAdd, staffSavedViewDelete, staffSavedViewQuery, staffSavedViewUpdate } from '@purser/contract/features/saved-view';
import type { SavedViewCalls } from '@purser/console-kit/saved-view/calls';

/** Where views of lists are kept. */
export const calls: SavedViewCalls = {
  query: staffSavedViewQuery,
  add: staffSavedViewAdd,
  update: staffSavedViewUpdate,
  remove: staffSavedViewDelete,
};
