import { assetFlowExport } from '@purser/contract/features/fund-flow';
import type { ExportFormat } from '@purser/contract/list-call';
import { toast } from '@purser/ui/toast';
import { CallRefused, NoAnswer } from '@purser/client/transport';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../shared/client.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n.tsx';
import type { FlowFilters } from './api.ts';
import { exportName } from './export-name.ts';
import { receiveFile, saveFile, type Progress } from './receive-file.ts';

export interface RunningExport {
  readonly format: ExportFormat;
  /** Undefined until the server begins to answer. */
  readonly progress: Progress | undefined;
}

export interface Export {
  readonly running: RunningExport | undefined;
  readonly start: (format: ExportFormat, filters: FlowFilters) => void;
  readonly cancel: () => void;
}

/** One export at a time; leaving the page cancels it. */
export function useExport(): Export {
  const t = useT();
  const [running, setRunning] = useState<RunningExport>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const run = async (format: ExportFormat, filters: FlowFilters, signal: AbortSignal): Promise<void> => {
    setRunning({ format, progress: undefined });
    try {
      const response = await client.file(assetFlowExport, { format, ...filters }, { signal });
      const file = await receiveFile(response, (progress) => setRunning({ format, progress }));
      saveFile(exportName(format, filters, new Date()), file.blob);
      toast.success(t('fundFlow.exportDone', { rows: formatNumber(file.rows ?? 0) }));
    } catch (error) {
      if (signal.aborted) toast.info(t('fundFlow.exportCancelled'));
      else if (!(error instanceof CallRefused) && !(error instanceof NoAnswer)) toast.error(t('fundFlow.exportBroken'));
    } finally {
      setRunning(undefined);
    }
  };

  return {
    running,
    start: (format, filters) => {
      abort.current = new AbortController();
      void run(format, filters, abort.current.signal);
    },
    cancel: () => abort.current?.abort(),
  };
}
