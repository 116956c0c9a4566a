import { CopyText } from '@purser/ui/copy-text';
import { useT } from '../../shared/i18n.tsx';
import { indented } from './indented.ts';
import styles from './api-management.module.css';

/** What was sent, set for reading; copied, it is what was signed, byte for byte. */
export function Payload({ text }: { readonly text: string }) {
  const t = useT();
  return (
    <div className={styles['payload']}>
      <span className={styles['payloadCopy']}>
        <CopyText text={text} what={t('apiDeliveries.payloadName')} shown="" />
      </span>
      {/* A region that scrolls is reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={t('apiDeliveries.payload')}>
        {indented(text)}
      </pre>
    </div>
  );
}
