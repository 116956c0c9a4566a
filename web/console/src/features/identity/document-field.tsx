import { useCallField } from '@purser/console-kit/call-form';
import { client } from '@purser/console-kit/client';
import type { FormState } from '@purser/console-kit/confirmed-form';
import { fileUpload } from '@purser/contract/features/file';
import { FILE_PURPOSES } from '@purser/contract/file-purpose';
import type { DocumentName } from '@purser/contract/identity';
import { UploadField } from '@purser/ui/upload-field';
import { useEffect, useState } from 'react';
import type { Typed } from './form.tsx';
import { useT } from './texts.ts';

interface DocumentFieldProps {
  readonly form: FormState<Typed>;
  readonly document: DocumentName;
}

/** A photograph: sent as soon as it is chosen, and shown from the device, as the server gives none back. */
export function DocumentField({ form, document: name }: DocumentFieldProps) {
  const t = useT();
  const { field, problem } = useCallField(form, `${name}_file_id`);
  const [shown, setShown] = useState<string>();
  useEffect(() => () => void (shown !== undefined && URL.revokeObjectURL(shown)), [shown]);
  const { types, mostBytes } = FILE_PURPOSES.identity;
  return (
    <UploadField
      label={t(`identity.document.${name}`)}
      hint={t('identity.documentHint')}
      types={types}
      mostBytes={mostBytes}
      {...(problem !== undefined && { missing: problem })}
      picture={field.value === '' ? null : (shown ?? null)}
      onUpload={async (file, options) => {
        const { file_id } = await client.upload(fileUpload, { purpose: 'identity', file }, { ...options, quiet: true });
        setShown(URL.createObjectURL(file));
        field.onChange(file_id);
      }}
    />
  );
}
