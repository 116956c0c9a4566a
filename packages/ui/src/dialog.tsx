import { Modal, type ModalProps } from './modal.tsx';
import { useDiscardQuestion } from './discard-question.ts';
import styles from './dialog.module.css';

interface DialogProps extends ModalProps {
  /** From when it is opened until it is done or given up: also while it gives way to another dialog. */
  readonly begun?: boolean;
}

/** A dialog with fields: what was typed in them is not thrown away unasked. */
export function Dialog({ begun, onCancel, children, ...rest }: DialogProps) {
  const discard = useDiscardQuestion(begun ?? rest.open, begun !== undefined);
  return (
    <Modal {...rest} onCancel={(event) => discard.mayClose(event) && onCancel?.(event)}>
      <div className={styles.fields} onInput={discard.onInput}>
        {children}
      </div>
    </Modal>
  );
}
