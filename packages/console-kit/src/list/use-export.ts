import type { Call } from '@purser/contract/call';
import type { ExportFormat } from '@purser/contract/list-call';
import { toast } from '@purser/ui/toast';
import { isCallFailure } from '@purser/client/transport';
import { useEffect, useRef, useState } from 'react';
import { client } from '../client.ts';
import { formatNumber } from '../format.ts';
import { useT } from '../i18n.tsx';
import { exportName } from './export-name.ts';
import { receiveFile, saveFile, type Progress } from './receive-file.ts';

export interface RunningExport {
  readonly format: ExportFormat;
  /** Undefined until the server begins to answer. */
  readonly progress: Progress | undefined;
}

export interface Export {
  readonly running: RunningExport | undefined;
  readonly start: (format: ExportFormat) => void;
  readonly cancel: () => void;
}

export interface WhatToExport {
  readonly call: Call;
  /** The file's name, without days and ending. */
  readonly name: string;
  readonly filters: Readonly<Record<string, unknown>>;
}

/** One export at a time; leaving the page cancels it. */
export function useExport({ call, name, filters }: WhatToExport): Export {
  const t = useT();
  const [running, setRunning] = useState<RunningExport>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const run = async (format: ExportFormat, signal: AbortSignal): Promise<void> => {
    setRunning({ format, progress: undefined });
    try {
      const response = await client.file(call, { format, ...filters }, { signal });
      const file = await receiveFile(response, (progress) => setRunning({ format, progress }));
      saveFile(exportName(name, format, filters, new Date()), file.blob);
      toast.success(t('list.exportDone', { rows: formatNumber(file.rows ?? 0) }));
    } catch (error) {
      if (signal.aborted) toast.info(t('list.exportCancelled'));
      else if (!isCallFailure(error)) toast.error(t('list.exportBroken'));
    } finally {
      setRunning(undefined);
    }
  };

  return {
    running,
    start: (format) => {
      abort.current = new AbortController();
      void run(format, abort.current.signal);
    },
    cancel: () => abort.current?.abort(),
  };
}
