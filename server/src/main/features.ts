import type { PayerRenderer } from '@purser/contract/payer-pages';
import { accessKeyRoutes } from '../features/access-key/routes.ts';
import { accountSecurityRoutes } from '../features/account-security/routes.ts';
import { accountRoutes } from '../features/account/routes.ts';
import { adjustmentJobs } from '../features/adjustment/jobs.ts';
import { adjustmentPages } from '../features/adjustment/pages.ts';
import { adjustmentReceiptFile } from '../features/adjustment/receipt.ts';
import { ReceivedAdjustments } from '../features/adjustment/received.ts';
import { adjustmentRoutes } from '../features/adjustment/routes.ts';
import { approvalRoutes } from '../features/approval/routes.ts';
import { assetRoutes } from '../features/asset/routes.ts';
import { auditRoutes } from '../features/audit/routes.ts';
import { authRoutes } from '../features/auth/routes.ts';
import { bankFileRoutes } from '../features/bank-file/routes.ts';
import { chainDepositRoutes } from '../features/chain-deposit/routes.ts';
import { chainReserveJobs } from '../features/chain-reserve/jobs.ts';
import { chainReserveRoutes } from '../features/chain-reserve/routes.ts';
import { checkoutPages, paymentCode } from '../features/checkout/pages.ts';
import { checkoutRoutes } from '../features/checkout/routes.ts';
import { receiptFile } from '../features/checkout/receipt.ts';
import { Checkout } from '../features/checkout/service.ts';
import { checkoutTermsRoutes } from '../features/checkout-terms/routes.ts';
import { coinRoutes } from '../features/coin/routes.ts';
import { configRoutes } from '../features/config/routes.ts';
import { contentPages } from '../features/content/pages.ts';
import { ContentEditing } from '../features/content/editing.ts';
import { contentJobs } from '../features/content/jobs.ts';
import { contentEditingRoutes, contentRoutes } from '../features/content/routes.ts';
import { Content } from '../features/content/service.ts';
import { dashboardJobs } from '../features/dashboard/jobs.ts';
import { dashboardRoutes } from '../features/dashboard/routes.ts';
import { eventsRoutes } from '../features/events/routes.ts';
import { FaceConsent } from '../features/face/consent.ts';
import { FaceEngine } from '../features/face/engine.ts';
import { facePages } from '../features/face/pages.ts';
import { faceRoutes } from '../features/face/routes.ts';
import { FaceSessions } from '../features/face/sessions.ts';
import { bankWithdrawalPages } from '../features/fiat-withdrawal/pages.ts';
import { fiatWithdrawalRoutes } from '../features/fiat-withdrawal/routes.ts';
import { fileJobs } from '../features/file/jobs.ts';
import { publicPictures } from '../features/file/public-pictures.ts';
import { fileRoutes } from '../features/file/routes.ts';
import { Files } from '../features/file/service.ts';
import { fundFlowRoutes } from '../features/fund-flow/routes.ts';
import { ledgerRunJobs } from '../features/ledger/jobs.ts';
import { ledgerRoutes } from '../features/ledger/routes.ts';
import { liabilityPages, verifierFile } from '../features/liabilities/pages.ts';
import { liabilityJobs } from '../features/liabilities/make.ts';
import { liabilityRoutes } from '../features/liabilities/routes.ts';
import { newestStatement } from '../features/liabilities/statement.ts';
import { ownAuditRoutes } from '../features/own-audit/routes.ts';
import { loginRecordRoutes } from '../features/login-record/routes.ts';
import { identityJobs } from '../features/identity/jobs.ts';
import { ownSubmissions } from '../features/identity/own-data.ts';
import { identityPages } from '../features/identity/pages.ts';
import { identityRoutes } from '../features/identity/routes.ts';
import { signInPolicyRoutes } from '../features/sign-in-policy/routes.ts';
import { maintenanceRoutes } from '../features/maintenance/routes.ts';
import { merchantSetUpRoutes } from '../features/merchant-set-up/routes.ts';
import { messageJobs } from '../features/message/jobs.ts';
import { messageRoutes } from '../features/message/routes.ts';
import { feedJobs } from '../features/market/feed-jobs.ts';
import { marketRoutes } from '../features/market/routes.ts';
import { logoRoutes } from '../features/logo/routes.ts';
import { openOrderJobs } from '../features/open-order/jobs.ts';
import { openOrderRoutes } from '../features/open-order/routes.ts';
import { openLookUpRoutes } from '../features/open-look-up/routes.ts';
import { orderRoutes } from '../features/order/routes.ts';
import { overviewJobs } from '../features/overview/jobs.ts';
import { statusPages } from '../features/overview/status.ts';
import { overviewRoutes } from '../features/overview/routes.ts';
import { privacyJobs } from '../features/privacy/closing.ts';
import { ownDataFile } from '../features/privacy/file.ts';
import { privacyPages } from '../features/privacy/pages.ts';
import { promisedTimeRoutes } from '../features/promised-time/routes.ts';
import { partyRoutes } from '../features/party/routes.ts';
import { queueRoutes } from '../features/queue/routes.ts';
import { reviewRoutes } from '../features/review/routes.ts';
import { receiptRoutes } from '../features/receipt/routes.ts';
import { referralPages } from '../features/referral/pages.ts';
import { referralJobs } from '../features/referral/pay.ts';
import { referralRoutes } from '../features/referral/routes.ts';
import { refundRoutes } from '../features/refund/routes.ts';
import { rewardRoutes } from '../features/reward/routes.ts';
import { staffAuthRoutes } from '../features/staff-auth/routes.ts';
import { staffMemberRoutes } from '../features/staff-member/routes.ts';
import { everyOrderRoutes } from '../features/every-order/routes.ts';
import { staffOrderRoutes } from '../features/staff-order/routes.ts';
import { statementRoutes } from '../features/statement/routes.ts';
import { staffRoutes } from '../features/staff/routes.ts';
import { storageRoutes } from '../features/storage/routes.ts';
import { savedViewRoutes } from '../features/saved-view/routes.ts';
import { submissionRoutes } from '../features/submission/routes.ts';
import { transferRoutes } from '../features/transfer/routes.ts';
import { collectPages } from '../features/payment-link/pages.ts';
import { LinkPayments } from '../features/payment-link/paying.ts';
import { paymentLinkJobs } from '../features/payment-link/jobs.ts';
import { paymentLinkRoutes } from '../features/payment-link/routes.ts';
import { bankCardPages } from '../features/payment-method/pages.ts';
import { paymentMethodRoutes } from '../features/payment-method/routes.ts';
import { userWithdrawalRoutes } from '../features/user-withdrawal/routes.ts';
import { usdtWithdrawalJobs } from '../features/usdt-withdrawal/jobs.ts';
import { usdtWithdrawalPages } from '../features/usdt-withdrawal/pages.ts';
import { usdtWithdrawalRoutes } from '../features/usdt-withdrawal/routes.ts';
import { WalletWithdrawals } from '../features/usdt-withdrawal/wallet-service.ts';
import { usdtRechargeJobs } from '../features/usdt-recharge/jobs.ts';
import { usdtRechargePages } from '../features/usdt-recharge/pages.ts';
import { usdtRechargeRoutes } from '../features/usdt-recharge/routes.ts';
import { UsdtRecharges } from '../features/usdt-recharge/service.ts';
import { walletApp } from '../features/wallet/app-files.ts';
import { appPages } from '../features/wallet/app-pages.ts';
import { codeLoginPages } from '../features/wallet/code-login-pages.ts';
import { payerLogin } from '../features/wallet/login.ts';
import { walletPages } from '../features/wallet/pages.ts';
import { passkeyPages } from '../features/wallet/passkey-pages.ts';
import { recoveryPages } from '../features/wallet/recovery-pages.ts';
import { registrationPages } from '../features/wallet/registration-pages.ts';
import { walletRoutes } from '../features/wallet/routes.ts';
import { RegistrationOffer } from '../features/wallet/registration-setting.ts';
import { Wallet } from '../features/wallet/service.ts';
import { termsPages } from '../features/wallet/terms-pages.ts';
import { sessionPages } from '../features/wallet/session-pages.ts';
import { sliderPictures } from '../features/wallet/slider.ts';
import { webhookJobs } from '../features/webhook/jobs.ts';
import { webhookRoutes } from '../features/webhook/routes.ts';
import { memberRoutes } from '../features/member/routes.ts';
import { whiteListRoutes } from '../features/white-list/routes.ts';
import { showsFace } from '../domain/face-offer.ts';
import type { Job } from '../platform/commands/job-queue.ts';
import type { PeriodicJob } from '../platform/commands/jobs.ts';
import type { PayerPageRoute } from '../platform/http/payer-pages.ts';
import type { Route } from '../platform/http/route.ts';
import type { Pages } from '../platform/http/server.ts';
import type { Platform } from '../platform/platform.ts';
import { APPROVAL_KINDS, DEPOSIT_CREDIT } from './approval-kinds.ts';
import { QUEUE_SOURCES } from './queue-sources.ts';
import { REVIEW_ORDER_KINDS } from './review-kinds.ts';

/** As many as a list gives at a time. */
const MOST_RECORDS_AT_ONCE = 100;

/** What a feature brings to the programs: the api asks for calls and pages, the worker for jobs. Each is asked for once. */
export interface Feature {
  routes(): Route[];
  /** Pages for payers. */
  pages?(renderer: PayerRenderer): PayerPageRoute[];
  /** What else its pages need of the server. */
  files?(renderer: PayerRenderer): Pages[];
  /** What is due without a request: again and again, or once after it was added. */
  jobs?(): (PeriodicJob | Job)[];
}

/**
 * Every feature in the order of the call table, made once per process: what calls and pages have in common is made once, as a service
 * holds the batcher that all of its commands share.
 */
export function allFeatures(platform: Platform): Feature[] {
  const calls = (routesOf: (platform: Platform) => Route[]): Feature => ({ routes: () => routesOf(platform) });
  const wallet = once(() => new Wallet(platform));
  const walletWithdrawals = once(() => new WalletWithdrawals(platform));
  const checkout = once(() => new Checkout(platform));
  const content = once(() => new Content(platform));
  const offer = once(() => new RegistrationOffer(platform));
  const login = once(() => payerLogin(platform, wallet(), offer()));
  const received = once(() => new ReceivedAdjustments(platform));
  const files = once(() => new Files(platform));
  const engine = once(() => new FaceEngine());
  const face = once(() => ({
    consent: new FaceConsent(platform, engine()),
    sessions: new FaceSessions(platform, engine(), (token) => checkout().order(token)),
  }));
  const usdtRecharges = once(() => new UsdtRecharges(platform));
  return [
    calls(authRoutes),
    calls(accountRoutes),
    calls(accountSecurityRoutes),
    calls(configRoutes),
    calls(checkoutTermsRoutes),
    calls(coinRoutes),
    calls(assetRoutes),
    calls(transferRoutes),
    {
      routes: () => usdtWithdrawalRoutes(platform, walletWithdrawals()),
      pages: (renderer) => usdtWithdrawalPages(platform, walletWithdrawals(), wallet(), renderer),
      jobs: () => usdtWithdrawalJobs(platform),
    },
    calls(fundFlowRoutes),
    calls(statementRoutes),
    calls(receiptRoutes),
    calls(orderRoutes),
    { ...calls(paymentLinkRoutes), pages: () => collectPages(new LinkPayments(platform)), jobs: () => paymentLinkJobs(platform) },
    calls(refundRoutes),
    calls(userWithdrawalRoutes),
    {
      routes: () => adjustmentRoutes(platform, received()),
      pages: () => adjustmentPages(received()),
      files: () => [adjustmentReceiptFile()],
      jobs: () => adjustmentJobs(platform),
    },
    calls(submissionRoutes),
    {
      routes: () => usdtRechargeRoutes(platform, usdtRecharges()),
      pages: (renderer) => usdtRechargePages(platform, usdtRecharges(), renderer),
      jobs: () => usdtRechargeJobs(platform),
    },
    { routes: () => chainDepositRoutes(platform, DEPOSIT_CREDIT) },
    { ...calls(chainReserveRoutes), jobs: () => chainReserveJobs(platform) },
    { routes: () => dashboardRoutes(platform), jobs: () => dashboardJobs(platform) },
    calls(loginRecordRoutes),
    calls(ownAuditRoutes),
    calls(whiteListRoutes),
    calls(memberRoutes),
    calls(accessKeyRoutes),
    {
      ...calls(identityRoutes),
      pages: () => identityPages(platform, (...sent) => files().upload(...sent)),
      jobs: () => identityJobs(platform),
    },
    { ...calls(paymentMethodRoutes), pages: () => bankCardPages(platform) },
    { ...calls(fiatWithdrawalRoutes), pages: (renderer) => bankWithdrawalPages(platform, renderer) },
    { ...calls(webhookRoutes), jobs: () => webhookJobs(platform) },
    calls(eventsRoutes),
    { ...calls(openOrderRoutes), jobs: () => openOrderJobs(platform) },
    calls(openLookUpRoutes),
    {
      routes: () => checkoutRoutes(platform, checkout()),
      pages: (renderer) => checkoutPages(platform, checkout(), login(), renderer),
      files: (renderer) => [paymentCode(checkout(), renderer), receiptFile(checkout())],
    },
    {
      routes: () => walletRoutes(platform, wallet()),
      pages: (renderer) => [
        ...walletPages(platform, wallet(), login(), renderer, {
          waitingOf: (userId) => received().waiting(userId),
          hasLiabilities: async () => (await newestStatement(platform)) !== null,
          hasFace: (userId) => platform.db.scoped(userId, (tx) => showsFace(tx, userId)),
        }),
        ...registrationPages(platform, offer(), renderer),
        ...recoveryPages(platform, renderer),
        ...codeLoginPages(platform, renderer),
        ...sessionPages(platform),
        ...termsPages(platform),
        ...appPages(platform),
        ...passkeyPages(platform, wallet()),
      ],
      files: () => [sliderPictures, walletApp],
    },
    {
      ...calls(referralRoutes),
      pages: (renderer) => referralPages(platform, renderer),
      jobs: () => referralJobs(platform),
    },
    {
      routes: () => [],
      pages: () => privacyPages(platform),
      files: () => [
        ownDataFile({
          records: (userId, cursor) =>
            wallet().records({ page: 1, page_size: MOST_RECORDS_AT_ONCE, sort_order: 'desc', cursor }, { ownerId: userId, language: 'en' }),
          identities: (userId) => ownSubmissions(platform, userId),
        }),
      ],
      jobs: () => privacyJobs(platform),
    },
    {
      routes: () => faceRoutes(platform, face()),
      pages: () => facePages(face().consent, (token, userId) => checkout().view(token, userId)),
    },
    {
      routes: () => [...contentRoutes(content()), ...contentEditingRoutes(new ContentEditing(platform))],
      jobs: () => contentJobs(platform),
      pages: () => contentPages(platform, content(), () => newestStatement(platform)),
    },
    { ...calls(liabilityRoutes), pages: () => liabilityPages(platform), files: () => [verifierFile], jobs: () => liabilityJobs(platform) },
    { ...calls(marketRoutes), jobs: () => feedJobs(platform) },
    { ...calls(ledgerRoutes), jobs: () => ledgerRunJobs(platform) },
    calls(staffAuthRoutes),
    calls(staffRoutes),
    calls(staffMemberRoutes),
    { ...calls(overviewRoutes), pages: () => statusPages(platform), jobs: () => overviewJobs(platform) },
    { routes: () => approvalRoutes(platform, APPROVAL_KINDS) },
    calls(auditRoutes),
    calls(partyRoutes),
    calls(merchantSetUpRoutes),
    calls(rewardRoutes),
    calls(staffOrderRoutes),
    calls(everyOrderRoutes),
    { routes: () => [...queueRoutes(platform, QUEUE_SOURCES), ...reviewRoutes(platform, REVIEW_ORDER_KINDS)] },
    calls(bankFileRoutes),
    calls(maintenanceRoutes),
    calls(signInPolicyRoutes),
    calls(promisedTimeRoutes),
    { ...calls(messageRoutes), jobs: () => messageJobs(platform) },
    calls(savedViewRoutes),
    {
      routes: () => fileRoutes(platform, files()),
      files: () => [publicPictures(files())],
      jobs: () => fileJobs(platform),
    },
    calls(storageRoutes),
    calls(logoRoutes),
  ];
}

/** Every call's handler. */
export function allRoutes(platform: Platform): Route[] {
  return routesOf(allFeatures(platform));
}

export function routesOf(features: readonly Feature[]): Route[] {
  return features.flatMap((feature) => feature.routes());
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly it: Made } | undefined;
  return () => (made ??= { it: make() }).it;
}
