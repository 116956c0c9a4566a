import { client } from '@purser/console-kit/client';
import { operatorFileUpload } from '@purser/contract/features/file';
import { FILE_PURPOSES } from '@purser/contract/file-purpose';
import { LONGEST_PICTURE_WORDS } from '@purser/contract/rich-text';
import { Dialog } from '@purser/ui/dialog';
import { FormField } from '@purser/ui/form-field';
import { UploadField } from '@purser/ui/upload-field';
import type { Editor } from '@tiptap/core';
import { Button, Input } from 'antd';
import { useState } from 'react';
import styles from './content.module.css';
import { pictureAddress, rememberPicture } from './picture.ts';
import { useT } from './texts.ts';

const { types, mostBytes } = FILE_PURPOSES.content_image;
/** Browsers call an icon by one of two names. */
const TYPES_OF_BROWSERS = [...types, 'image/vnd.microsoft.icon'];

/** A picture to send, and what it shows in words; or another one in the place of that which is marked. */
export function PictureDialog({ editor, onClosed }: { readonly editor: Editor; readonly onClosed: () => void }) {
  const t = useT();
  const before = editor.isActive('image') ? editor.getAttributes('image') : undefined;
  const [fileId, setFileId] = useState(before && String(before['file_id']));
  const [alt, setAlt] = useState(String(before?.['alt'] ?? ''));
  const [asked, setAsked] = useState(false);

  const set = (): void => {
    const words = alt.trim();
    setAsked(true);
    if (fileId === undefined || words === '') return;
    const attrs = { file_id: fileId, alt: words };
    const chain = editor.chain().focus();
    if (before) chain.updateAttributes('image', attrs).run();
    else chain.insertContent({ type: 'image', attrs }).run();
    onClosed();
  };

  return (
    <Dialog
      open
      title={t('content.tool.picture')}
      onCancel={onClosed}
      footer={[
        <Button key="cancel" onClick={onClosed}>
          {t('kit.cancel')}
        </Button>,
        <Button key="set" type="primary" onClick={set}>
          {t(before ? 'content.picture.change' : 'content.picture.set')}
        </Button>,
      ]}
    >
      <div className={styles.form}>
        <UploadField
          label={t('content.picture.file')}
          hint={t('content.picture.fileHint')}
          types={TYPES_OF_BROWSERS}
          mostBytes={mostBytes}
          picture={fileId === undefined ? null : pictureAddress(fileId)}
          {...(asked && fileId === undefined && { missing: t('content.picture.fileRule') })}
          onUpload={async (file, options) => {
            const { file_id } = await client.upload(operatorFileUpload, { purpose: 'content_image', file }, { ...options, quiet: true });
            rememberPicture(file_id, file);
            setFileId(file_id);
          }}
        />
        <FormField
          label={t('content.picture.words')}
          hint={t('content.picture.wordsHint')}
          problem={asked && alt.trim() === '' ? t('content.picture.wordsRule') : undefined}
        >
          {(field) => (
            <Input
              {...field}
              value={alt}
              maxLength={LONGEST_PICTURE_WORDS}
              autoComplete="off"
              onPressEnter={set}
              onChange={({ target }) => setAlt(target.value)}
            />
          )}
        </FormField>
      </div>
    </Dialog>
  );
}
