import type { ExportFormat } from '@purser/contract/list-call';
import { useEffect } from 'react';

type Start = (format: ExportFormat) => void;

/** What the lists on show could export now. */
const offered = new Set<Start>();

/** The list on show can be exported; undefined while it cannot. */
export function useOfferedExport(start: Start | undefined): void {
  useEffect(() => {
    if (!start) return undefined;
    offered.add(start);
    return () => void offered.delete(start);
  }, [start]);
}

/** Exports the list on show; undefined where there is none, or where it is not clear which. */
export function offeredExport(): Start | undefined {
  return offered.size === 1 ? [...offered][0] : undefined;
}
