import { joined } from '@purser/console-kit/format';
import { CONTENT_KINDS, type ContentKind } from '@purser/contract/content';
import { LANGUAGE_NAMES } from '@purser/contract/language';
import { useSearchParam } from '@purser/console-kit/search-param';
import { DataTable } from '@purser/ui/data-table';
import { formatInstant } from '@purser/ui/instant-text';
import { PageHead } from '@purser/ui/page-head';
import { PlainButton } from '@purser/ui/states';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useAllowed } from '../../shared/session.ts';
import { contentList, type ContentRow } from './api.ts';
import { NewText } from './new-text.tsx';
import { useT } from './texts.ts';
import { STATE_TONES } from './words.ts';

/** Every announcement, help article and legal text, and the way to each. */
export default function ContentPage() {
  const t = useT();
  const isAllowed = useAllowed();
  const navigate = useNavigate();
  const query = useQuery(contentList);
  const [named, setKind] = useSearchParam('kind');
  const kind = CONTENT_KINDS.find((one) => one === named);
  const [isNew, setIsNew] = useState(false);
  const open = (content_id: string): void => void navigate({ to: '/content/text', search: { id: content_id } } as never);
  const rows = query.data?.list.filter((row) => kind === undefined || row.kind === kind) ?? [];
  const all = <PlainButton onClick={() => setKind(undefined)}>{t('kit.filtersReset')}</PlainButton>;
  const page = query.data && { list: rows, total: rows.length, total_is_exact: true };

  return (
    <>
      <PageHead
        title={t('menu.content')}
        hint={t('content.hint')}
        actions={
          isAllowed('content.change') && (
            <Button type="primary" onClick={() => setIsNew(true)}>
              {t('content.new')}
            </Button>
          )
        }
      />
      <Select<ContentKind | ''>
        aria-label={t('content.kind')}
        value={kind ?? ''}
        onChange={(chosen) => setKind(chosen || undefined)}
        style={{ minWidth: 220, marginBlockEnd: 12 }}
        options={[
          { value: '', label: t('content.allKinds') },
          ...CONTENT_KINDS.map((one) => ({ value: one, label: t(`content.kind.${one}`) })),
        ]}
      />
      <DataTable<ContentRow>
        label={t('menu.content')}
        query={{ ...query, data: page }}
        rowKey={(row) => row.content_id}
        onOpen={(row) => open(row.content_id)}
        empty={
          query.data?.list.length
            ? { title: t('kit.noMatchTitle'), hint: t('content.noneOfKind'), action: all }
            : { title: t('content.none'), hint: t('content.noneHint') }
        }
        columns={[
          { key: 'title', title: t('content.title'), always: true, render: (row) => row.title || row.slug },
          { key: 'kind', title: t('content.kind'), phone: 'amount', render: (row) => t(`content.kind.${row.kind}`) },
          {
            key: 'state',
            title: t('content.state'),
            phone: 'status',
            render: (row) => <StatusTag tone={STATE_TONES[row.state]}>{t(`content.state.${row.state}`)}</StatusTag>,
          },
          {
            key: 'changes',
            title: t('content.draft'),
            render: (row) =>
              row.publish_at ? t('content.dueAt', { time: formatInstant(row.publish_at) }) : row.has_changes ? t('content.changed') : '–',
          },
          { key: 'audience', title: t('content.audience'), render: (row) => t(`content.audience.${row.audience}`) },
          {
            key: 'languages',
            title: t('content.languages'),
            render: (row) =>
              joined(
                row.languages.map((one) =>
                  row.outdated.includes(one) ? `${LANGUAGE_NAMES[one]} (${t('content.outdated')})` : LANGUAGE_NAMES[one],
                ),
                t,
              ) || '–',
          },
          { key: 'version', title: t('content.version'), align: 'end', render: (row) => row.published_version ?? '–' },
          {
            key: 'saved_at',
            title: t('content.saved'),
            phone: 'time',
            render: (row) => `${formatInstant(row.saved_at)} · ${row.saved_by}`,
          },
        ]}
      />
      <NewText open={isNew} onCancel={() => setIsNew(false)} onCreated={open} />
    </>
  );
}
