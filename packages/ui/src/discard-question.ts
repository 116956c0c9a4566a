import { type FormEvent, type SyntheticEvent, useEffect, useRef } from 'react';
import { useKitTexts } from './texts.tsx';

export type DiscardQuestion = ReturnType<typeof useDiscardQuestion>;

/** What is typed in once, and not missed. */
const NOT_MISSED = '[autocomplete="one-time-code"], [role="combobox"], [type="checkbox"], [type="radio"], [type="file"], [type="search"]';

/**
 * Asks whoever is about to close something with text typed in it, by Escape, by its cross or by a press beside it. Its own "Cancel" says what it does, and is not asked
 * about. It is the browser's own question, the same as where a page with a form is left.
 *
 * @param shown what is open; with something else it begins anew
 * @param isAway whether the fields may be gone for a while, and come back with the same in them
 */
export function useDiscardQuestion(shown: string | boolean | undefined, isAway = false) {
  const { t } = useKitTexts();
  const typed = useRef({ shown, fields: new Set<HTMLInputElement | HTMLTextAreaElement>() });
  useEffect(() => {
    typed.current = { shown, fields: new Set() };
  }, [shown]);
  const isTyped = (): boolean => [...typed.current.fields].some((field) => (isAway || field.isConnected) && field.value.trim() !== '');
  return {
    /** Whether something would be lost. */
    isTyped,
    /** For what is around the fields. */
    onInput: ({ target, currentTarget }: FormEvent): void => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || target.matches(NOT_MISSED)) return;
      // What React puts beside it, a dialog that was opened from it say, asks for itself.
      if (currentTarget.contains(target)) typed.current.fields.add(target);
    },
    /** Whether it may be closed; asks where something would be lost. */
    mayClose: ({ target }: SyntheticEvent | Event): boolean => {
      if (target instanceof Element && target.closest('.ant-modal-footer')) return true;
      // oxlint-disable-next-line eslint/no-alert -- as for leaving a page
      return !isTyped() || confirm(t('kit.discard'));
    },
  };
}
