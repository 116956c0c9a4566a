import { linkAddress } from '@purser/contract/rich-text';
import { Dialog } from '@purser/ui/dialog';
import { FormField } from '@purser/ui/form-field';
import type { Editor } from '@tiptap/react';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useT } from './texts.ts';

/** Where the marked words lead. */
export function LinkDialog({ editor, onClosed }: { readonly editor: Editor; readonly onClosed: () => void }) {
  const t = useT();
  const before = String(editor.getAttributes('link')['href'] ?? '');
  const [address, setAddress] = useState(before);
  const [problem, setProblem] = useState<string>();
  const isMarked = before !== '' || !editor.state.selection.empty;

  const set = (): void => {
    const typed = address.trim();
    const href = linkAddress(typed);
    if (href === undefined) {
      setProblem(t('content.link.rule'));
      return;
    }
    const chain = editor.chain().focus().extendMarkRange('link');
    if (isMarked) chain.setLink({ href }).run();
    else chain.insertContent({ type: 'text', text: typed, marks: [{ type: 'link', attrs: { href } }] }).run();
    onClosed();
  };

  const remove = (): void => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClosed();
  };

  return (
    <Dialog
      open
      title={t('content.tool.link')}
      onCancel={onClosed}
      footer={[
        before !== '' && (
          <Button key="remove" danger onClick={remove}>
            {t('content.link.remove')}
          </Button>
        ),
        <Button key="cancel" onClick={onClosed}>
          {t('kit.cancel')}
        </Button>,
        <Button key="set" type="primary" onClick={set}>
          {t('content.link.set')}
        </Button>,
      ]}
    >
      <FormField label={t('content.link.address')} hint={t('content.link.hint')} problem={problem}>
        {(field) => (
          <Input
            {...field}
            value={address}
            autoComplete="off"
            onPressEnter={set}
            onChange={({ target }) => {
              setAddress(target.value);
              setProblem(undefined);
            }}
          />
        )}
      </FormField>
    </Dialog>
  );
}
