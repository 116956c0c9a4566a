import { isCallFailure } from '@purser/client/transport';
import { client } from '@purser/console-kit/client';
import { receiveFile, saveFile } from '@purser/console-kit/list/receive-file';
import type { Call, InputOf } from '@purser/contract/call';
import { toast } from '@purser/ui/toast';
import { useEffect, useRef, useState } from 'react';
import { useT } from './i18n.tsx';

interface Download<Input> {
  /** The name of the file that is on its way. */
  readonly running: string | undefined;
  readonly start: (name: string, input: Input) => void;
}

/** Saves the file that a call answers, one at a time; leaving the page gives it up. A refusal is told by itself. */
export function useDownload<C extends Call>(call: C): Download<InputOf<C>> {
  const t = useT();
  const [running, setRunning] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const run = async (name: string, input: InputOf<C>, signal: AbortSignal): Promise<void> => {
    setRunning(name);
    try {
      const { blob } = await receiveFile(await client.file(call, input, { signal }), () => {});
      saveFile(name, blob);
    } catch (error) {
      if (!signal.aborted && !isCallFailure(error)) toast.error(t('list.exportBroken'));
    } finally {
      if (!signal.aborted) setRunning(undefined);
    }
  };
  return {
    running,
    start: (name, input) => {
      abort.current = new AbortController();
      void run(name, input, abort.current.signal);
    },
  };
}
