import {
  BoldOutlined,
  CodeOutlined,
  ItalicOutlined,
  LineOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { useEditorState, type Editor } from '@tiptap/react';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import styles from './content.module.css';
import { LinkDialog } from './link-dialog.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { useT } from './texts.ts';

interface Tool {
  readonly name: string;
  readonly sign: ReactNode;
  readonly isOn?: boolean;
  readonly can?: boolean;
  readonly act: () => void;
}

/** What can be done with what is marked. */
export function Toolbar({ editor, label }: { readonly editor: Editor; readonly label: string }) {
  const t = useT();
  const [linking, setLinking] = useState(false);
  const [picturing, setPicturing] = useState(false);
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      strike: now.isActive('strike'),
      code: now.isActive('code'),
      link: now.isActive('link'),
      heading2: now.isActive('heading', { level: 2 }),
      heading3: now.isActive('heading', { level: 3 }),
      heading4: now.isActive('heading', { level: 4 }),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      picture: now.isActive('image'),
      codeBlock: now.isActive('codeBlock'),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  });
  const chain = () => editor.chain().focus();
  const heading = (level: 2 | 3 | 4): Tool => ({
    name: t('content.tool.heading', { level: level - 1 }),
    sign: <b>{`H${level - 1}`}</b>,
    isOn: on[`heading${level}`],
    act: () => chain().toggleHeading({ level }).run(),
  });
  const tools: readonly Tool[] = [
    { name: t('content.tool.undo'), sign: <UndoOutlined aria-hidden />, can: on.canUndo, act: () => chain().undo().run() },
    { name: t('content.tool.redo'), sign: <RedoOutlined aria-hidden />, can: on.canRedo, act: () => chain().redo().run() },
    heading(2),
    heading(3),
    heading(4),
    { name: t('content.tool.bold'), sign: <BoldOutlined aria-hidden />, isOn: on.bold, act: () => chain().toggleBold().run() },
    { name: t('content.tool.italic'), sign: <ItalicOutlined aria-hidden />, isOn: on.italic, act: () => chain().toggleItalic().run() },
    {
      name: t('content.tool.underline'),
      sign: <UnderlineOutlined aria-hidden />,
      isOn: on.underline,
      act: () => chain().toggleUnderline().run(),
    },
    {
      name: t('content.tool.strike'),
      sign: <StrikethroughOutlined aria-hidden />,
      isOn: on.strike,
      act: () => chain().toggleStrike().run(),
    },
    { name: t('content.tool.code'), sign: <CodeOutlined aria-hidden />, isOn: on.code, act: () => chain().toggleCode().run() },
    {
      name: t('content.tool.bullets'),
      sign: <UnorderedListOutlined aria-hidden />,
      isOn: on.bullets,
      act: () => chain().toggleBulletList().run(),
    },
    {
      name: t('content.tool.numbers'),
      sign: <OrderedListOutlined aria-hidden />,
      isOn: on.numbers,
      act: () => chain().toggleOrderedList().run(),
    },
    { name: t('content.tool.quote'), sign: <b>”</b>, isOn: on.quote, act: () => chain().toggleBlockquote().run() },
    { name: t('content.tool.codeBlock'), sign: <b>{'{ }'}</b>, isOn: on.codeBlock, act: () => chain().toggleCodeBlock().run() },
    { name: t('content.tool.rule'), sign: <LineOutlined aria-hidden />, act: () => chain().setHorizontalRule().run() },
    { name: t('content.tool.link'), sign: <LinkOutlined aria-hidden />, isOn: on.link, act: () => setLinking(true) },
    { name: t('content.tool.picture'), sign: <PictureOutlined aria-hidden />, isOn: on.picture, act: () => setPicturing(true) },
  ];
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('content.tools', { what: label })}>
      {tools.map(({ name, sign, isOn, can = true, act }) => (
        <Button
          key={name}
          type={isOn ? 'primary' : 'text'}
          icon={sign}
          aria-label={name}
          title={name}
          {...(isOn !== undefined && { 'aria-pressed': isOn })}
          disabled={!can}
          // The text keeps the focus, so that what is typed at once is not lost.
          onMouseDown={(event) => event.preventDefault()}
          onClick={act}
        />
      ))}
      {linking && <LinkDialog editor={editor} onClosed={() => setLinking(false)} />}
      {picturing && <PictureDialog editor={editor} onClosed={() => setPicturing(false)} />}
    </div>
  );
}
