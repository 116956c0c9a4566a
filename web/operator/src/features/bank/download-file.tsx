import { client } from '@purser/console-kit/client';
import { saveFile } from '@purser/console-kit/list/receive-file';
import { type BankFileFormat, bankFileDownload } from '@purser/contract/features/bank-file';
import { Button } from 'antd';
import { useState } from 'react';
import { useT } from './texts.ts';

interface DownloadFileProps {
  readonly fileNo: string;
  readonly format: BankFileFormat;
}

/** Saves a bank file as it was made. That somebody did is noted. */
export function DownloadFile({ fileNo, format }: DownloadFileProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    await client
      .file(bankFileDownload, { file_no: fileNo, format })
      .then(async (response) => saveFile(`${fileNo}.${format}`, await response.blob()))
      // The client has told why.
      .catch(() => undefined);
    setBusy(false);
  };
  return (
    <Button loading={busy} onClick={() => void download()}>
      {t(`bank.download.${format}`)}
    </Button>
  );
}
