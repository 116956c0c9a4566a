import { Modal, type ModalProps } from './modal.tsx';
import { type DiscardQuestion, useDiscardQuestion } from './discard-question.ts';
import styles from './dialog.module.css';

interface DialogProps extends ModalProps {
  /** Of whoever asks elsewhere as well, or while it gives way to another dialog; its own unless given. */
  readonly discard?: DiscardQuestion;
}

/** A dialog with fields: what was typed in them is not thrown away unasked. */
export function Dialog({ discard: given, onCancel, children, ...rest }: DialogProps) {
  const own = useDiscardQuestion(rest.open);
  const discard = given ?? own;
  return (
    <Modal {...rest} onCancel={(event) => discard.mayClose(event) && onCancel?.(event)}>
      <div className={styles.fields} onInput={discard.onInput}>
        {children}
      </div>
    </Modal>
  );
}
