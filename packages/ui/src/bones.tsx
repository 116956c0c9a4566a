import styles from './bones.module.css';
import { useKitTexts } from './texts.tsx';

/** The place of a word that is being fetched. */
export function Bone() {
  return <span className={styles.bone} />;
}

/** The place of a few lines that are being fetched. */
export function Bones({ lines }: { readonly lines: number }) {
  const { t } = useKitTexts();
  return (
    <div className={styles.bones}>
      <output className="visually-hidden">{t('kit.loading')}</output>
      {Array.from({ length: lines }, (_, line) => (
        <Bone key={line} />
      ))}
    </div>
  );
}
