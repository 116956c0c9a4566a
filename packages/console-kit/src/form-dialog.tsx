import { Dialog } from '@purser/ui/dialog';
import { useDiscardQuestion } from '@purser/ui/discard-question';
import { focusFirstField } from '@purser/ui/form-field';
import { useKitTexts } from '@purser/ui/texts';
import { useBlocker } from '@tanstack/react-router';
import type { ModalProps } from 'antd';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent } from 'react';
import { useT } from './i18n.tsx';
import { useFocusBack } from './use-focus-back.ts';

/** Of a form that `useConfirmedForm` or `useConfirmedDialog` made: what the dialog around it goes by. */
export interface FormInDialog {
  /** Of the form's element. */
  readonly id: string;
  readonly confirmation: { readonly open: boolean };
  readonly reset: () => void;
  /** Whether something was typed in it since it was begun, done or given up. */
  readonly isTouched: () => boolean;
  readonly touch: () => void;
}

interface FormDialogProps extends Pick<ModalProps, 'width' | 'destroyOnHidden' | 'keyboard'> {
  readonly form: FormInDialog;
  /** Until it is done or given up, also while the code is asked for. */
  readonly open?: boolean;
  readonly title: ReactNode;
  readonly onCancel: () => void;
  /** The word of the button at its foot that leads on to the code; without it the form has a button of its own. */
  readonly submitText?: string;
  readonly children: ReactNode;
}

/**
 * The form of a confirmed write in a dialog, which begins at its first field. It gives way to the dialog that asks for the code, and is there again when that is left. Once
 * both are gone the focus is back where it was before. A press beside it does not throw away what was typed; Escape asks before it does, and so does whatever leaves the
 * page.
 */
export function FormDialog({ form, open = true, submitText, children, ...rest }: FormDialogProps) {
  const { t } = useKitTexts();
  const question = useDiscardQuestion(open, true);
  // What was done or given up is nothing to lose, though the dialog may still be closing.
  const isTyped = (): boolean => form.isTouched() && question.isTyped();
  const onInput = (event: FormEvent): void => {
    form.touch();
    question.onInput(event);
  };
  const discard = { ...question, isTyped, onInput };
  useLeaving(isTyped);
  useFocusBack(open);
  // Where the address opens it, Back closes it: nothing is left to confirm.
  const closed = useEffectEvent(() => form.reset());
  useEffect(() => (open ? () => closed() : undefined), [open]);
  return (
    <Dialog
      {...(submitText === undefined
        ? { footer: null }
        : { okText: submitText, cancelText: t('kit.cancel'), okButtonProps: { htmlType: 'submit', form: form.id } })}
      mask={{ closable: false }}
      destroyOnHidden
      {...rest}
      afterOpenChange={(shown) => shown && focusFirstField(document.getElementById(form.id))}
      discard={discard}
      open={open && !form.confirmation.open}
      // Left to itself it would take the focus out of the dialog that it has given way to.
      focusable={{ focusTriggerAfterClose: false }}
    >
      {children}
    </Dialog>
  );
}

/** Asks whoever leaves the page, or goes back on it, while something is typed. Its own close by the address replaces that. */
function useLeaving(isTyped: () => boolean): void {
  const t = useT();
  useBlocker({
    shouldBlockFn: ({ action, current, next }) =>
      // oxlint-disable-next-line eslint/no-alert -- the browser's own question, the same as when the tab is closed
      (action !== 'REPLACE' || current.pathname !== next.pathname) && isTyped() && !confirm(t('form.unsaved')),
    enableBeforeUnload: isTyped,
  });
}
