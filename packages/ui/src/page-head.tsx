import { InfoCircleOutlined } from '@ant-design/icons';
import { useEffect, useId, useState, type ReactNode } from 'react';
import styles from './page-head.module.css';
import { useKitTexts } from './texts.tsx';

export interface PageHeadProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  /** Title and hint on one line, or the hint behind a button where there is no room: for pages that give the screen to what is below. */
  readonly compact?: boolean;
}

/** A page's name, what it is for, and what one can do on it. */
export function PageHead({ title, hint, actions, compact = false }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Purser`;
  }, [title]);
  const hintId = useId();
  const [isTold, setTold] = useState(false);
  return (
    <header className={`${styles.head} ${compact ? styles.compact : ''} ${isTold ? styles.told : ''}`}>
      <div className={styles.title}>
        <h1>{title}</h1>
        {compact && hint !== undefined && <About hintId={hintId} isTold={isTold} onPress={() => setTold(!isTold)} />}
        {hint !== undefined && (
          <p id={hintId} className={styles.hint} title={compact && typeof hint === 'string' ? hint : undefined}>
            {hint}
          </p>
        )}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

interface AboutProps {
  readonly hintId: string;
  readonly isTold: boolean;
  readonly onPress: () => void;
}

/** Shows the whole hint where the line has no room for it. */
function About({ hintId, isTold, onPress }: AboutProps) {
  const { t } = useKitTexts();
  return (
    <button
      type="button"
      className={styles.about}
      aria-label={t('kit.aboutPage')}
      aria-expanded={isTold}
      aria-controls={hintId}
      onClick={onPress}
    >
      <InfoCircleOutlined aria-hidden />
    </button>
  );
}
