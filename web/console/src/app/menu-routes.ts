import type { LoadPageTexts } from '@purser/console-kit/page-texts';
import type { ComponentType } from 'react';
import { texts as accountSecurity } from '../features/account-security/texts.ts';
import { texts as adjustment } from '../features/adjustment/texts.ts';
import { texts as apiManagement } from '../features/api-management/texts.ts';
import { texts as assets } from '../features/assets/texts.ts';
import { texts as cutIn } from '../features/cut-in/texts.ts';
import { texts as dashboard } from '../features/dashboard/texts.ts';
import { texts as fiatWithdrawal } from '../features/fiat-withdrawal/texts.ts';
import { texts as fundFlow } from '../features/fund-flow/texts.ts';
import { texts as identity } from '../features/identity/texts.ts';
import { texts as liabilities } from '../features/liabilities/texts.ts';
import { texts as loginRecord } from '../features/login-record/texts.ts';
import { texts as order } from '../features/order/texts.ts';
import { texts as ownAudit } from '../features/own-audit/texts.ts';
import { texts as paymentLink } from '../features/payment-link/texts.ts';
import { texts as paymentMethod } from '../features/payment-method/texts.ts';
import { texts as statement } from '../features/statement/texts.ts';
import { texts as submission } from '../features/submission/texts.ts';
import { texts as team } from '../features/team/texts.ts';
import { texts as transfer } from '../features/transfer/texts.ts';
import { texts as usdtRecharge } from '../features/usdt-recharge/texts.ts';
import { texts as userWithdrawal } from '../features/user-withdrawal/texts.ts';
import { texts as whiteList } from '../features/white-list/texts.ts';
import { texts as withdrawalQuota } from '../features/withdrawal-quota/texts.ts';
import { texts as usdtWithdrawal } from '../features/usdt-withdrawal/texts.ts';
import { PATHS } from '../shared/paths.ts';

/** A page of the menu: its path, the chunk it lives in, and the texts that are fetched with it. */
export interface MenuRoute {
  readonly path: string;
  readonly page: () => Promise<{ readonly default: ComponentType }>;
  readonly texts: LoadPageTexts;
}

/** The pages behind the menu. */
export const MENU_ROUTES: readonly MenuRoute[] = [
  { path: PATHS.dashboard, page: () => import('../features/dashboard/page.tsx'), texts: dashboard },
  { path: PATHS.paymentMethod, page: () => import('../features/payment-method/page.tsx'), texts: paymentMethod },
  { path: PATHS.orders, page: () => import('../features/order/list-page.tsx'), texts: order },
  { path: PATHS.order, page: () => import('../features/order/page.tsx'), texts: order },
  { path: PATHS.refunds, page: () => import('../features/order/refund-list-page.tsx'), texts: order },
  { path: PATHS.adjustments, page: () => import('../features/adjustment/page.tsx'), texts: adjustment },
  { path: PATHS.userWithdrawals, page: () => import('../features/user-withdrawal/page.tsx'), texts: userWithdrawal },
  { path: PATHS.assets, page: () => import('../features/assets/page.tsx'), texts: assets },
  { path: PATHS.liabilities, page: () => import('../features/liabilities/page.tsx'), texts: liabilities },
  { path: PATHS.receive, page: () => import('../features/payment-link/page.tsx'), texts: paymentLink },
  { path: PATHS.poster, page: () => import('../features/payment-link/poster-page.tsx'), texts: paymentLink },
  { path: PATHS.transfer, page: () => import('../features/transfer/page.tsx'), texts: transfer },
  { path: PATHS.transferReceipt, page: () => import('../features/transfer/receipt-page.tsx'), texts: transfer },
  { path: PATHS.fiatWithdrawal, page: () => import('../features/fiat-withdrawal/page.tsx'), texts: fiatWithdrawal },
  { path: PATHS.fundFlow, page: () => import('../features/fund-flow/page.tsx'), texts: fundFlow },
  { path: PATHS.statements, page: () => import('../features/statement/page.tsx'), texts: statement },
  { path: PATHS.submissions, page: () => import('../features/submission/page.tsx'), texts: submission },
  { path: PATHS.usdtWithdrawals, page: () => import('../features/usdt-withdrawal/page.tsx'), texts: usdtWithdrawal },
  { path: PATHS.quickRecharge, page: () => import('../features/usdt-recharge/quick-page.tsx'), texts: usdtRecharge },
  { path: PATHS.usdtRecharge, page: () => import('../features/usdt-recharge/page.tsx'), texts: usdtRecharge },
  { path: PATHS.accountSecurity, page: () => import('../features/account-security/page.tsx'), texts: accountSecurity },
  { path: PATHS.verification, page: () => import('../features/identity/page.tsx'), texts: identity },
  { path: PATHS.ownAudit, page: () => import('../features/own-audit/page.tsx'), texts: ownAudit },
  { path: PATHS.team, page: () => import('../features/team/page.tsx'), texts: team },
  { path: PATHS.loginRecords, page: () => import('../features/login-record/page.tsx'), texts: loginRecord },
  { path: PATHS.whiteList, page: () => import('../features/white-list/page.tsx'), texts: whiteList },
  { path: PATHS.apiManagement, page: () => import('../features/api-management/page.tsx'), texts: apiManagement },
  { path: PATHS.cutIn, page: () => import('../features/cut-in/page.tsx'), texts: cutIn },
  { path: PATHS.withdrawalQuota, page: () => import('../features/withdrawal-quota/page.tsx'), texts: withdrawalQuota },
];
