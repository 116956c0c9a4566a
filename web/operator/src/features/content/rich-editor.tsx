import { HIDDEN_CHARACTERS } from '@purser/contract/fields';
import { LINK_SCHEMES, linkAddress, type RichText, type RichTextNode } from '@purser/contract/rich-text';
import { EditorContent, useEditor, type JSONContent } from '@tiptap/react';
import type { EditorView } from '@tiptap/pm/view';
import { StarterKit } from '@tiptap/starter-kit';
import styles from './content.module.css';
import { Picture } from './picture.ts';
import { Toolbar } from './toolbar.tsx';

/** SPEC section 9: what is changed within this time is undone together, and at most so many steps are kept. */
const UNDO_MERGED_WITHIN_MS = 1_000;
const MOST_UNDO_STEPS = 100;
/** prosemirror-history lets so many more steps gather before it cuts back to its depth. */
const STEPS_BEYOND_DEPTH = 20;

interface RichEditorProps {
  readonly label: string;
  readonly lang: string;
  readonly text: RichText;
  readonly onChange: (text: RichText) => void;
}

/** Writes a rich text; its library is loaded with it, by those who write. The schema is that of the contract; whatever else a library offers is switched off. */
export default function RichEditor({ label, lang, text, onChange }: RichEditorProps) {
  const editor = useEditor({
    content: text as JSONContent,
    // The page's policy takes no style element without its nonce; ours are in the stylesheet.
    injectCSS: false,
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3, 4] },
        undoRedo: { depth: MOST_UNDO_STEPS - STEPS_BEYOND_DEPTH, newGroupDelay: UNDO_MERGED_WITHIN_MS },
        link: {
          autolink: false,
          linkOnPaste: false,
          openOnClick: false,
          protocols: [...LINK_SCHEMES],
          isAllowedUri: (address) => linkAddress(address) !== undefined,
        },
        trailingNode: false,
      }),
      Picture,
    ],
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, lang },
      handleDOMEvents: { paste: pasteWords, drop: refuseDrop },
    },
    onUpdate: ({ editor: now }) => onChange(tidied(now.getJSON() as RichTextNode) as RichText),
  });
  return (
    <div className={styles.editor}>
      <Toolbar editor={editor} label={label} />
      <EditorContent editor={editor} />
    </div>
  );
}

/** What is pasted comes as words: the page's policy assigns no markup, and the styles of another page have no place here. */
function pasteWords(view: EditorView, event: ClipboardEvent): boolean {
  event.preventDefault();
  const words = event.clipboardData?.getData('text/plain').replace(HIDDEN_CHARACTERS, '');
  if (words) view.pasteText(words);
  return true;
}

function refuseDrop(_view: EditorView, event: DragEvent): boolean {
  event.preventDefault();
  return true;
}

/** The editor's tree with the attributes that the contract knows: a link is its address alone. */
function tidied({ type, attrs, content, marks, text }: RichTextNode): RichTextNode {
  return {
    type,
    ...(attrs && Object.keys(attrs).length > 0 && { attrs }),
    ...(content && { content: content.map(tidied) }),
    ...(marks &&
      marks.length > 0 && {
        marks: marks.map((mark) => (mark.type === 'link' ? { type: 'link', attrs: { href: mark.attrs?.['href'] } } : { type: mark.type })),
      }),
    ...(text !== undefined && { text }),
  };
}
