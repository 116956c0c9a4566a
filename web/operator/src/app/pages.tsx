import {
  AccountBookOutlined,
  ApartmentOutlined,
  AuditOutlined,
  BankOutlined,
  CreditCardOutlined,
  CloudUploadOutlined,
  ContainerOutlined,
  ControlOutlined,
  DashboardOutlined,
  FileProtectOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  FormOutlined,
  GlobalOutlined,
  IdcardOutlined,
  InboxOutlined,
  MailOutlined,
  MergeOutlined,
  RetweetOutlined,
  ShopOutlined,
  ShoppingOutlined,
  StopOutlined,
  SolutionOutlined,
  SwapOutlined,
  WalletOutlined,
} from '@ant-design/icons';
import { texts as approvals } from '../features/approvals/texts.ts';
import { texts as bank } from '../features/bank/texts.ts';
import { texts as chains } from '../features/chains/texts.ts';
import { texts as content } from '../features/content/texts.ts';
import { texts as deposits } from '../features/deposits/texts.ts';
import { texts as identity } from '../features/identity/texts.ts';
import { texts as ledger } from '../features/ledger/texts.ts';
import { texts as market } from '../features/market/texts.ts';
import { texts as message } from '../features/message/texts.ts';
import { texts as everyOrder } from '../features/orders/every-texts.ts';
import { texts as orders } from '../features/orders/texts.ts';
import { texts as overview } from '../features/overview/texts.ts';
import { texts as parties } from '../features/parties/texts.ts';
import { texts as payouts } from '../features/payouts/texts.ts';
import { texts as reviews } from '../features/reviews/texts.ts';
import type { OperatorPageGroup } from '../shared/page.ts';
import { SYSTEM_PAGES } from './system-pages.tsx';
import { queueTexts } from './queue-texts.ts';
import { EVERY_ORDER_PATH } from '../shared/every-order.ts';
import { HELD_DEPOSITS, WAITING_APPROVALS, WAITING_REVIEWS } from '../shared/usual-views.ts';
import { lazyBadge } from './lazy-badge.tsx';

/** Every page of the console, in the order of the menu. A new page is one entry here. */
export const PAGES: readonly OperatorPageGroup[] = [
  {
    id: 'work',
    title: 'menu.work',
    pages: [
      {
        path: '/overview',
        title: 'menu.overview',
        icon: <DashboardOutlined aria-hidden />,
        permission: 'overview.read',
        texts: overview,
        load: () => import('../features/overview/page.tsx'),
      },
      {
        path: '/reviews',
        search: WAITING_REVIEWS,
        title: 'menu.reviews',
        icon: <SolutionOutlined aria-hidden />,
        badge: lazyBadge(async () => (await import('../shared/waiting-badges.tsx')).ReviewsBadge),
        permission: 'review.read',
        texts: queueTexts,
        load: () => import('./queue-page.tsx'),
      },
      {
        path: '/review-orders',
        title: 'menu.reviewOrders',
        icon: <ContainerOutlined aria-hidden />,
        permission: 'review.read',
        texts: reviews,
        load: () => import('../features/reviews/page.tsx'),
      },
      {
        path: '/approvals',
        search: WAITING_APPROVALS,
        title: 'menu.approvals',
        icon: <AuditOutlined aria-hidden />,
        permission: 'approval.read',
        texts: approvals,
        load: () => import('../features/approvals/page.tsx'),
      },
    ],
  },
  {
    id: 'parties',
    title: 'menu.parties',
    pages: [
      {
        path: '/merchants',
        title: 'menu.merchants',
        icon: <ShopOutlined aria-hidden />,
        permission: 'party.read',
        texts: parties,
        load: () => import('../features/parties/merchants-page.tsx'),
      },
      {
        path: '/wallet-users',
        title: 'menu.users',
        icon: <WalletOutlined aria-hidden />,
        permission: 'party.read',
        texts: parties,
        load: () => import('../features/parties/users-page.tsx'),
      },
      {
        path: '/identities',
        title: 'menu.identities',
        icon: <IdcardOutlined aria-hidden />,
        permission: 'identity.read',
        texts: identity,
        load: () => import('../features/identity/page.tsx'),
      },
    ],
  },
  {
    id: 'money',
    title: 'menu.money',
    pages: [
      {
        path: EVERY_ORDER_PATH,
        title: 'menu.everyOrder',
        icon: <FileSearchOutlined aria-hidden />,
        permission: 'order.read',
        texts: everyOrder,
        load: () => import('../features/orders/every-page.tsx'),
      },
      {
        path: '/orders',
        title: 'menu.orders',
        icon: <ShoppingOutlined aria-hidden />,
        permission: 'order.read',
        texts: orders,
        load: () => import('../features/orders/orders-page.tsx'),
      },
      {
        path: '/transfers',
        title: 'menu.transfers',
        icon: <RetweetOutlined aria-hidden />,
        permission: 'order.read',
        texts: orders,
        load: () => import('../features/orders/transfers-page.tsx'),
      },
      {
        path: '/markets',
        title: 'menu.markets',
        icon: <GlobalOutlined aria-hidden />,
        permission: 'market.read',
        texts: market,
        load: () => import('../features/market/page.tsx'),
      },
      {
        path: '/user-kinds',
        title: 'menu.userKinds',
        icon: <ControlOutlined aria-hidden />,
        permission: 'market.read',
        texts: market,
        load: () => import('../features/market/kinds-page.tsx'),
      },
      {
        path: '/networks',
        title: 'menu.networks',
        icon: <ApartmentOutlined aria-hidden />,
        permission: 'market.read',
        texts: market,
        load: () => import('../features/market/networks-page.tsx'),
      },
      {
        path: '/deposits',
        search: HELD_DEPOSITS,
        title: 'menu.deposits',
        icon: <InboxOutlined aria-hidden />,
        badge: lazyBadge(async () => (await import('../shared/waiting-badges.tsx')).DepositsBadge),
        permission: 'review.read',
        texts: deposits,
        load: () => import('../features/deposits/page.tsx'),
      },
      {
        path: '/payouts',
        title: 'menu.payouts',
        icon: <CloudUploadOutlined aria-hidden />,
        permission: 'review.read',
        texts: payouts,
        load: () => import('../features/payouts/payouts-page.tsx'),
      },
      {
        path: '/sweeps',
        title: 'menu.sweeps',
        icon: <MergeOutlined aria-hidden />,
        permission: 'review.read',
        texts: chains,
        load: () => import('../features/chains/sweeps-page.tsx'),
      },
      {
        path: '/blocked-addresses',
        title: 'menu.blockedAddresses',
        icon: <StopOutlined aria-hidden />,
        permission: 'review.read',
        texts: payouts,
        load: () => import('../features/payouts/blocked-page.tsx'),
      },
      {
        path: '/bank-accounts',
        title: 'menu.bankAccounts',
        icon: <CreditCardOutlined aria-hidden />,
        permission: 'review.read',
        texts: bank,
        load: () => import('../features/bank/accounts-page.tsx'),
      },
      {
        path: '/bank-files',
        title: 'menu.bankFiles',
        icon: <SolutionOutlined aria-hidden />,
        permission: 'bank.read',
        texts: bank,
        load: () => import('../features/bank/files-page.tsx'),
        below: [{ path: '/bank-files/orders', load: () => import('../features/bank/orders-page.tsx') }],
      },
      {
        path: '/ledger/accounts',
        title: 'menu.ledgerAccounts',
        icon: <AccountBookOutlined aria-hidden />,
        permission: 'ledger.read',
        texts: ledger,
        load: () => import('../features/ledger/accounts-page.tsx'),
        below: [{ path: '/ledger/entries', load: () => import('../features/ledger/entries-page.tsx') }],
      },
      {
        path: '/ledger/postings',
        title: 'menu.ledgerPostings',
        icon: <SwapOutlined aria-hidden />,
        permission: 'ledger.read',
        texts: ledger,
        load: () => import('../features/ledger/postings-page.tsx'),
      },
      {
        path: '/reserves',
        title: 'menu.reserves',
        icon: <BankOutlined aria-hidden />,
        permission: 'ledger.read',
        texts: ledger,
        load: () => import('../features/ledger/reserves-page.tsx'),
        below: [{ path: '/ledger/attestations', load: () => import('../features/ledger/attestations-page.tsx') }],
      },
      {
        path: '/ledger/verification',
        title: 'menu.verification',
        icon: <FileProtectOutlined aria-hidden />,
        permission: 'ledger.read',
        texts: ledger,
        load: () => import('../features/ledger/verification-page.tsx'),
        below: [{ path: '/ledger/liabilities', load: () => import('../features/ledger/statements-page.tsx') }],
      },
    ],
  },
  {
    id: 'publishing',
    title: 'menu.publishing',
    pages: [
      {
        path: '/content',
        title: 'menu.content',
        icon: <FileTextOutlined aria-hidden />,
        permission: 'content.read',
        texts: content,
        load: () => import('../features/content/page.tsx'),
        below: [{ path: '/content/text', load: () => import('../features/content/text-page.tsx') }],
      },
      {
        path: '/messages',
        title: 'menu.messages',
        icon: <MailOutlined aria-hidden />,
        permission: 'message.read',
        texts: message,
        load: () => import('../features/message/log-page.tsx'),
      },
      {
        path: '/message-texts',
        title: 'menu.messageTexts',
        icon: <FormOutlined aria-hidden />,
        permission: 'message.read',
        texts: message,
        load: () => import('../features/message/templates-page.tsx'),
      },
    ],
  },
  SYSTEM_PAGES,
];
