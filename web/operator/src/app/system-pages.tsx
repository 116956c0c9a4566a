import {
  BlockOutlined,
  HddOutlined,
  HeartOutlined,
  HistoryOutlined,
  LockOutlined,
  SafetyCertificateOutlined,
  ScanOutlined,
  SendOutlined,
  TeamOutlined,
  ToolOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { texts as account } from '../features/account/texts.ts';
import { texts as audit } from '../features/audit/texts.ts';
import { texts as chains } from '../features/chains/texts.ts';
import { texts as message } from '../features/message/texts.ts';
import { texts as maintenance } from '../features/maintenance/texts.ts';
import { texts as overview } from '../features/overview/texts.ts';
import { texts as signInPolicy } from '../features/sign-in-policy/texts.ts';
import { texts as face } from '../features/face/texts.ts';
import { texts as promisedTime } from '../features/promised-time/texts.ts';
import { texts as staff } from '../features/staff/texts.ts';
import { texts as storage } from '../features/storage/texts.ts';
import type { OperatorPageGroup } from '../shared/page.ts';

/** What the installation itself needs: how it runs, its settings, and who works on it. */
export const SYSTEM_PAGES: OperatorPageGroup = {
  id: 'system',
  title: 'menu.system',
  pages: [
    {
      path: '/health',
      title: 'menu.health',
      icon: <HeartOutlined aria-hidden />,
      permission: 'system.read',
      texts: overview,
      load: () => import('../features/overview/health-page.tsx'),
    },
    {
      path: '/chains',
      title: 'menu.chains',
      icon: <BlockOutlined aria-hidden />,
      permission: 'system.read',
      texts: chains,
      load: () => import('../features/chains/page.tsx'),
    },
    {
      path: '/maintenance',
      title: 'menu.maintenance',
      icon: <ToolOutlined aria-hidden />,
      permission: 'system.read',
      texts: maintenance,
      load: () => import('../features/maintenance/page.tsx'),
    },
    {
      path: '/senders',
      title: 'menu.senders',
      icon: <SendOutlined aria-hidden />,
      permission: 'system.read',
      texts: message,
      load: () => import('../features/message/senders-page.tsx'),
    },
    {
      path: '/storage',
      title: 'menu.storage',
      icon: <HddOutlined aria-hidden />,
      permission: 'system.read',
      texts: storage,
      load: () => import('../features/storage/page.tsx'),
    },
    {
      path: '/promised-times',
      title: 'menu.promisedTime',
      icon: <HistoryOutlined aria-hidden />,
      permission: 'system.read',
      texts: promisedTime,
      load: () => import('../features/promised-time/page.tsx'),
    },
    {
      path: '/face',
      title: 'menu.face',
      icon: <ScanOutlined aria-hidden />,
      permission: 'system.read',
      texts: face,
      load: () => import('../features/face/page.tsx'),
    },
    {
      path: '/sign-in-policy',
      title: 'menu.signInPolicy',
      icon: <LockOutlined aria-hidden />,
      permission: 'system.read',
      texts: signInPolicy,
      load: () => import('../features/sign-in-policy/page.tsx'),
    },
    {
      path: '/staff',
      title: 'menu.staff',
      icon: <TeamOutlined aria-hidden />,
      permission: 'staff.read',
      texts: staff,
      load: () => import('../features/staff/page.tsx'),
    },
    {
      path: '/audit',
      title: 'menu.audit',
      icon: <SafetyCertificateOutlined aria-hidden />,
      permission: 'audit.read',
      texts: audit,
      load: () => import('../features/audit/page.tsx'),
    },
    {
      path: '/account',
      title: 'menu.account',
      icon: <UserOutlined aria-hidden />,
      permission: 'self.manage',
      texts: account,
      load: () => import('../features/account/page.tsx'),
    },
  ],
};
