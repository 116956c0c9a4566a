import { approvalApprove, approvalExport, approvalReject, approvalWithdraw } from '@purser/contract/features/approval';
import type { ApprovalKind } from '../../domain/approval.ts';
import { type Route, staffRoute } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { ApprovalLists, approvalsFile } from './list.ts';
import { Approvals } from './service.ts';

export function approvalRoutes(platform: Platform, kinds: readonly ApprovalKind[]): Route[] {
  const approvals = new Approvals(platform, kinds);
  const { list } = new ApprovalLists(kinds);
  return [
    listRoute(platform, list),
    exportRoute(platform, approvalExport, list, approvalsFile),
    staffRoute(approvalApprove, (input, context) => approvals.approve(input, context)),
    staffRoute(approvalReject, (input, context) => approvals.reject(input, context)),
    staffRoute(approvalWithdraw, (input, context) => approvals.withdraw(input, context)),
  ];
}
