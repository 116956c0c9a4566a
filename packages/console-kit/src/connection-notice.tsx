import { useSyncExternalStore } from 'react';
import { FrameNotice } from './frame-notice.tsx';
import { useT } from './i18n.tsx';

interface ConnectionNoticeProps {
  /** The stream of what changes has been lost for a while. */
  readonly lost?: boolean | undefined;
}

/** Says that the browser has no network, or else that the server is not reached. */
export function ConnectionNotice({ lost }: ConnectionNoticeProps) {
  const t = useT();
  const online = useSyncExternalStore(followNetwork, () => navigator.onLine);
  if (online && !lost) return null;
  return <FrameNotice tone="warning">{t(online ? 'shell.reconnecting' : 'shell.offline')}</FrameNotice>;
}

function followNetwork(listener: () => void): () => void {
  const ended = new AbortController();
  for (const change of ['online', 'offline']) window.addEventListener(change, listener, { signal: ended.signal });
  return () => ended.abort();
}
