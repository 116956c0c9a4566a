import { client } from '@purser/console-kit/client';
import { callQuery, queryClient } from '@purser/console-kit/query';
import { fileUpload } from '@purser/contract/features/file';
import { logoDetail, logoUpdate } from '@purser/contract/features/logo';
import { FILE_PURPOSES } from '@purser/contract/file-purpose';
import { ErrorState } from '@purser/ui/states';
import { toast } from '@purser/ui/toast';
import { UploadField } from '@purser/ui/upload-field';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Card } from '@purser/console-kit/card';
import { useT } from './texts.ts';

const logo = callQuery(logoDetail, {}, []);

/** The picture that payers see beside the merchant's name. */
export function LogoCard() {
  const t = useT();
  const query = useQuery(logo);

  const update = async (file_id: string | null): Promise<void> => {
    queryClient.setQueryData(logo.queryKey, await client.request(logoUpdate, { file_id }, { quiet: true }));
  };

  return (
    <Card title={t('apiManagement.logoTitle')} hint={t('apiManagement.logoHint')}>
      {query.data ? (
        <UploadField
          label={t('apiManagement.logoLabel')}
          hint={t('apiManagement.logoFieldHint')}
          types={FILE_PURPOSES.logo.types}
          mostBytes={FILE_PURPOSES.logo.mostBytes}
          picture={query.data.logo}
          onUpload={async (file, options) => {
            const { file_id } = await client.upload(fileUpload, { purpose: 'logo', file }, { ...options, quiet: true });
            await update(file_id);
            toast.success(t('apiManagement.modified'));
          }}
          onRemove={async () => {
            await update(null);
            toast.success(t('apiManagement.logoRemoved'));
          }}
        />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      )}
    </Card>
  );
}
