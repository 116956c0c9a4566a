import { type RefObject, useEffect } from 'react';

/** Where an element stands: each of its ancestors, nearest first, and which of the ancestor's children leads to it. */
type Place = readonly { readonly parent: Element; readonly index: number }[];

/** What Tab goes to. A field that is written in is left out: going there by itself would bring up a phone's keyboard. */
const STOPS = 'a[href], button, select, summary, [tabindex="0"], input:is([type="checkbox"], [type="radio"])';

/**
 * Whoever has the focus on something that goes away, such as the row that was decided, the cross of a filter or the button of an export, goes on at what has
 * taken its place, or else at what stands before it: a browser would let them begin at the top of the page again. After a dialog that is where it was opened.
 * What goes may name by a selector, as `data-focus-after`, what around it is gone on at.
 *
 * @param content what the page stands in, which takes the focus where nothing else can
 */
export function useKeptFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    /** Where the focus was last, in the page and in each dialog. */
    const places = new WeakMap<Element, Place>();
    let held: Element | undefined;

    const onFocusIn = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      held = target;
      const layer = target.closest('[role="dialog"]') ?? (content.current?.contains(target) ? content.current : null);
      if (layer) places.set(layer, placeOf(target, layer));
    };
    const onFocusOut = ({ target }: FocusEvent): void => {
      // Somebody has pressed where nothing takes the focus. What is going away is gone by then.
      queueMicrotask(() => {
        if (target === held && held?.isConnected && isNowhere() && document.hasFocus()) held = undefined;
      });
    };
    const goOn = (): void => {
      if (held === undefined || held.isConnected || !isNowhere()) return;
      held = undefined;
      const layer = [...document.querySelectorAll('[role="dialog"]')].findLast((dialog) => dialog.checkVisibility()) ?? content.current;
      const next = layer && (nearestTo(places.get(layer) ?? []) ?? layer);
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    };

    const watched = new MutationObserver(goOn);
    watched.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      watched.disconnect();
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, [content]);
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function placeOf(element: Element, layer: Element): Place {
  const place: { parent: Element; index: number }[] = [];
  for (let at = element; at !== layer && at.parentElement; at = at.parentElement) {
    place.push({ parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  }
  return place;
}

/** What is named by what has gone; or else the first stop of what is there now, or the last one before it, as near as there is one. */
function nearestTo(place: Place): Element | undefined {
  let named: string | undefined;
  for (const { parent, index } of place) {
    if (!parent.isConnected) {
      named ??= (parent as HTMLElement).dataset['focusAfter'];
      continue;
    }
    const wanted = named === undefined ? null : parent.querySelector(named);
    if (wanted) return wanted;
    const children = [...parent.children];
    const found = stopsIn(children[index])[0] ?? children.slice(0, index).flatMap(stopsIn).at(-1);
    if (found) return found;
  }
  return undefined;
}

function stopsIn(element: Element | undefined): Element[] {
  if (!element) return [];
  return [element, ...element.querySelectorAll(STOPS)].filter(
    (one) => one.matches(STOPS) && one.checkVisibility() && !(one as HTMLElement).matches(':disabled, [tabindex="-1"]'),
  );
}
