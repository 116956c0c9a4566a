// oxlint-disable-next-line no-restricted-imports -- this is what stands for it everywhere else
import { Drawer as AntdDrawer, type DrawerProps } from 'antd';
import { useOpenOnceThere } from './use-open-once-there.ts';

/** antd's drawer, which may also be open from the moment it is first rendered. */
export function Drawer({ open = false, ...rest }: DrawerProps) {
  return <AntdDrawer {...rest} open={useOpenOnceThere(open)} />;
}
