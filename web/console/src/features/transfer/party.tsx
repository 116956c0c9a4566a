import { CopyText } from '@purser/ui/copy-text';
import { useT } from './texts.ts';
import styles from './transfer.module.css';

/** A merchant: its name, and the id that others type. */
export function Party({ id, name }: { readonly id: number; readonly name: string }) {
  const t = useT();
  return (
    <span className={styles.party}>
      <span>{name}</span>
      <span className={styles.partyId}>
        <CopyText text={id} what={t('field.merchantId')} />
      </span>
    </span>
  );
}
