import { useLayoutEffect, useState } from 'react';

/**
 * Opens what stands above the page only once it is there. Where React gives up a first rendering half way, as something more urgent came or a part of it
 * was still on its way, antd (`useEscKeyDown` of @rc-component/portal 2.2) keeps the dialog that never came to be as the one on top: from then on Escape
 * closes nothing below it any more.
 */
export function useOpenOnceThere(open: boolean): boolean {
  const [isThere, setIsThere] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- that an effect runs is what tells that a rendering stays
  useLayoutEffect(() => setIsThere(true), []);
  return open && isThere;
}
