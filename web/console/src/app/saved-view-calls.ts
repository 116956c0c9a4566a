import { savedViewAdd, savedViewDelete, savedViewQuery, savedViewUpdate } from '@purser/contract/features/saved-view';
import type { SavedViewCalls } from '@purser/console-kit/saved-view/calls';

/** Where views of lists are kept. */
export const calls: SavedViewCalls = { query: savedViewQuery, add: savedViewAdd, update: savedViewUpdate, remove: savedViewDelete };
