import { useEffect, type RefObject } from 'react';

/**
 * Brings what was refused of a form in sight: its first field that is concerned, where the keyboard then stands, or what the page says of it where none is.
 *
 * @param refused another value each time that something is; 0 or null where nothing is
 */
export function useShownRefusal(form: RefObject<HTMLFormElement | null>, refused: unknown): void {
  useEffect(() => {
    if (!refused) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    invalid?.focus();
    // With its label and whole: what is in sight by the greater part stays where it is when it is focused.
    invalid?.parentElement?.scrollIntoView({ block: 'nearest' });
    const told = (invalid ? form.current : document.querySelector('main'))?.querySelector('[role="alert"]');
    told?.scrollIntoView({ block: 'nearest' });
  }, [form, refused]);
}
