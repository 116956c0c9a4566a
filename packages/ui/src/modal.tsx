// oxlint-disable-next-line no-restricted-imports -- this is what stands for it everywhere else
import { Modal as AntdModal, type ModalProps as AntdModalProps } from 'antd';
import { useOpenOnceThere } from './use-open-once-there.ts';

export interface ModalProps extends AntdModalProps {
  /** What it asked for is being done: until that is answered it stays, and so does what the answer is about. */
  readonly busy?: boolean;
}

/** antd's dialog, which may also be open from the moment it is first rendered. */
export function Modal({ open = false, busy = false, ...rest }: ModalProps) {
  return <AntdModal {...rest} {...(busy && staying(rest))} open={useOpenOnceThere(open)} />;
}

const staying = ({ okButtonProps, cancelButtonProps, mask }: AntdModalProps): AntdModalProps => ({
  okButtonProps: { ...okButtonProps, loading: true },
  cancelButtonProps: { ...cancelButtonProps, disabled: true },
  mask: typeof mask === 'object' ? { ...mask, closable: false } : { closable: false },
  keyboard: false,
  closable: false,
});
