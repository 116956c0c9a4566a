import { Drawer } from '@purser/ui/drawer';
import type { ReactNode } from 'react';
import { useFocusBack } from './use-focus-back.ts';

interface MenuDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** The menu where there is no room beside the page. */
export default function MenuDrawer({ open, onClose, title, children }: MenuDrawerProps) {
  useFocusBack(open);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={280}
      title={title}
      rootClassName="menu-side"
      styles={{ body: { padding: 8 } }}
      focusable={{ focusTriggerAfterClose: false }}
    >
      {children}
    </Drawer>
  );
}
