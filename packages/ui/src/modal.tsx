// oxlint-disable-next-line no-restricted-imports -- this is what stands for it everywhere else
import { Modal as AntdModal, type ModalProps } from 'antd';
import { useOpenOnceThere } from './use-open-once-there.ts';

/** antd's dialog, which may also be open from the moment it is first rendered. */
export function Modal({ open = false, ...rest }: ModalProps) {
  return <AntdModal {...rest} open={useOpenOnceThere(open)} />;
}
