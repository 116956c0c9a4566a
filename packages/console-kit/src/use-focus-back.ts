import { useEffect, useRef, useState } from 'react';

/**
 * Once something that takes the focus is over or gone, what had the focus before has it again. antd's dialogs and drawers would wait until they have
 * moved away, and lose it where they are closed soon after they were opened: their own `focusTriggerAfterClose` is to be off.
 */
export function useFocusBack(isOpen: boolean): void {
  const [wasOpen, setWasOpen] = useState(false);
  const [before, setBefore] = useState<Element | null>(null);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setBefore(document.activeElement);
  }
  const back = useRef(() => {});
  useEffect(() => {
    back.current = () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
    if (!isOpen) back.current();
  }, [isOpen, before]);
  // A dialog that goes with what it stands in holds the focus until it has gone.
  useEffect(() => () => queueMicrotask(() => back.current()), []);
}
