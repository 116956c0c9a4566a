import {
  savedViewAdd,
  savedViewDelete,
  savedViewQuery,
  savedViewUpdate,
  staffSavedViewAdd,
  staffSavedViewDelete,
  staffSavedViewQuery,
  staffSavedViewUpdate,
} from '@purser/contract/features/saved-view';
import { asStaff, readAsStaff } from '../../platform/commands/staff-acts.ts';
import { keyedWrite } from '../../platform/commands/write.ts';
import { merchantRoute, type Route, staffRoute } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { viewsOf } from './queries.ts';
import { addView, removeView, updateView } from './service.ts';

/** Views of lists that merchants and staff have given names, each by the same rules. */
export function savedViewRoutes(platform: Platform): Route[] {
  return [
    merchantRoute(savedViewQuery, ({ list_id }, { merchantId }) =>
      platform.db.scoped(merchantId, async (tx) => ({ list: await viewsOf(tx, { merchantId }, list_id) })),
    ),
    merchantRoute(savedViewAdd, (input, context) => keyedWrite(platform, context, { act: (tx) => addView(tx, context, input) })),
    merchantRoute(savedViewUpdate, (input, context) => keyedWrite(platform, context, { act: (tx) => updateView(tx, context, input) })),
    merchantRoute(savedViewDelete, (input, context) => keyedWrite(platform, context, { act: (tx) => removeView(tx, context, input) })),
    staffRoute(staffSavedViewQuery, ({ list_id }, { staffId }) =>
      readAsStaff(platform, async (tx) => ({ list: await viewsOf(tx, { staffId }, list_id) })),
    ),
    staffRoute(staffSavedViewAdd, (input, context) =>
      asStaff(platform, context, { action: 'saved_view.save', details: { list: input.list_id, name: input.name } }, (tx) =>
        addView(tx, { staffId: context.staffId }, input),
      ),
    ),
    staffRoute(staffSavedViewUpdate, (input, context) =>
      asStaff(platform, context, { action: 'saved_view.save', details: { view: input.view_id } }, (tx) =>
        updateView(tx, { staffId: context.staffId }, input),
      ),
    ),
    staffRoute(staffSavedViewDelete, (input, context) =>
      asStaff(platform, context, { action: 'saved_view.delete', details: { view: input.view_id } }, (tx) =>
        removeView(tx, { staffId: context.staffId }, input),
      ),
    ),
  ];
}
