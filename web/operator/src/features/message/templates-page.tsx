import { joined } from '@purser/console-kit/format';
import { useSearchParam } from '@purser/console-kit/search-param';
import { LANGUAGE_NAMES } from '@purser/contract/language';
import { DataTable } from '@purser/ui/data-table';
import type { Column } from '@purser/ui/data-table-types';
import { PageHead } from '@purser/ui/page-head';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from '@purser/ui/drawer';
import { templates, type Template } from './api.ts';
import { type T, useT } from './texts.ts';
import { WordingEditor } from './wording-editor.tsx';

/** In the address: the message whose words are open. */
const OPEN = 'open';

/** What Purser writes, kind by kind. */
export default function TemplatesPage() {
  const t = useT();
  const phone = useMedia(PHONE);
  const { data, isFetching, isError, error, refetch } = useQuery(templates);
  const [opened, setOpened] = useSearchParam(OPEN);
  const list = data?.templates;
  const template = list?.find((one) => keyOf(one) === opened);
  const columns: Column<Template>[] = [
    { key: 'kind', title: t('message.kindTitle'), render: ({ kind }) => t(`message.kind.${kind}`) },
    { key: 'channel', title: t('message.channelTitle'), phone: 'amount', render: ({ channel }) => t(`message.channel.${channel}`) },
    {
      key: 'changed',
      title: t('message.changedIn'),
      phone: 'status',
      render: ({ wordings }) => changedIn(wordings, t) ?? t('message.shipped'),
    },
  ];
  return (
    <>
      <PageHead title={t('menu.messageTexts')} hint={t('message.templatesHint')} />
      <DataTable
        label={t('message.templatesTable')}
        columns={columns}
        rowKey={keyOf}
        query={{ data: list && { list, total: list.length, total_is_exact: true }, isFetching, isError, error, refetch }}
        onOpen={(row) => setOpened(keyOf(row))}
        opened={opened}
        empty={{ title: t('message.templatesEmptyTitle'), hint: t('message.templatesEmptyHint') }}
      />
      <Drawer
        open={template !== undefined}
        onClose={() => setOpened(undefined)}
        title={template && `${t(`message.kind.${template.kind}`)} · ${t(`message.channel.${template.channel}`)}`}
        size={phone ? '100%' : 640}
        destroyOnHidden
      >
        {template && <WordingEditor template={template} />}
      </Drawer>
    </>
  );
}

function keyOf({ kind, channel }: Template): string {
  return `${kind}.${channel}`;
}

function changedIn(wordings: Template['wordings'], t: T): string | undefined {
  const changed = wordings.filter((wording) => wording.changed).map(({ language }) => LANGUAGE_NAMES[language]);
  return changed.length === 0 ? undefined : joined(changed, t);
}
