import { publicPicturePath } from '@purser/contract/file-purpose';
import { linkAddress, type RichTextMark, type RichTextNode } from '@purser/contract/rich-text';
import type { ReactNode } from 'react';
import styles from './rich-text.module.css';

/** A rich text as its reader sees it, drawn of its tree: no markup is assigned, so that nothing in it can run. */
export function RichTextView({ text, lang }: { readonly text: RichTextNode; readonly lang?: string }) {
  return (
    <div className={styles.text} lang={lang}>
      {children(text)}
    </div>
  );
}

function children(node: RichTextNode): ReactNode[] {
  // oxlint-disable-next-line react/no-array-index-key -- a text never changes while it is drawn: a node's place tells it apart
  return (node.content ?? []).map((child, place) => <Node key={place} node={child} />);
}

function Node({ node }: { readonly node: RichTextNode }): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p>{children(node)}</p>;
    case 'heading': {
      const Heading = ({ 2: 'h2', 3: 'h3', 4: 'h4' } as const)[Number(node.attrs?.['level'])] ?? 'h2';
      return <Heading>{children(node)}</Heading>;
    }
    case 'bulletList':
      return <ul>{children(node)}</ul>;
    case 'orderedList':
      return <ol start={Number(node.attrs?.['start'] ?? 1)}>{children(node)}</ol>;
    case 'listItem':
      return <li>{children(node)}</li>;
    case 'blockquote':
      return <blockquote>{children(node)}</blockquote>;
    case 'codeBlock':
      return (
        <pre>
          <code>{children(node)}</code>
        </pre>
      );
    case 'horizontalRule':
      return <hr />;
    case 'hardBreak':
      return <br />;
    case 'image':
      return <img src={publicPicturePath(String(node.attrs?.['file_id']))} alt={String(node.attrs?.['alt'])} loading="lazy" />;
    case 'text':
      return (node.marks ?? []).reduceRight<ReactNode>((inner, mark) => <Marked mark={mark}>{inner}</Marked>, node.text);
    default:
      return null;
  }
}

function Marked({ mark, children: inner }: { readonly mark: RichTextMark; readonly children: ReactNode }) {
  switch (mark.type) {
    case 'bold':
      return <strong>{inner}</strong>;
    case 'italic':
      return <em>{inner}</em>;
    case 'underline':
      return <u>{inner}</u>;
    case 'strike':
      return <s>{inner}</s>;
    case 'code':
      return <code>{inner}</code>;
    default: {
      const address = linkAddress(String(mark.attrs?.['href']));
      if (address === undefined) return inner;
      return (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {inner}
        </a>
      );
    }
  }
}
