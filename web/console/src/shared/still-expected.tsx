import { cameToNothing, isEffective, type ReviewKind, type ReviewState } from '@purser/contract/review';
import { useT } from './i18n.tsx';
import styles from './record.module.css';

/** Beside what an order under way will come to: that it has not yet. Lists and files tell it once it has. */
export function StillExpected({ kind, status }: { readonly kind: ReviewKind; readonly status: ReviewState }) {
  const t = useT();
  return isEffective(kind, status) || cameToNothing(status) ? null : <p className={styles.hint}>{t('record.stillExpected')}</p>;
}
