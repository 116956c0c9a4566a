import { type RefObject, useEffect, useState } from 'react';

export interface MoreAside {
  /** Whether something is hidden before the left edge. */
  readonly before: boolean;
  /** Whether something is hidden after the right edge. */
  readonly after: boolean;
}

/** Follows whether a container that scrolls sideways hides something. */
export function useMoreAside(container: RefObject<HTMLElement | null>): MoreAside {
  const [more, setMore] = useState<MoreAside>({ before: false, after: false });
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const look = (): void => {
      const before = element.scrollLeft > 0;
      const after = element.scrollLeft + element.clientWidth < element.scrollWidth - 1;
      setMore((known) => (known.before === before && known.after === after ? known : { before, after }));
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [container]);
  return more;
}
