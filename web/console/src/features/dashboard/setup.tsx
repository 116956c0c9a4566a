import { CheckCircleFilled } from '@ant-design/icons';
import { SETUP_STEPS } from '@purser/contract/features/account';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useT } from '../../shared/i18n.tsx';
import { PATHS } from '../../shared/paths.ts';
import { setup } from './api.ts';
import styles from './setup.module.css';

/** The first steps, ticked as they are taken; gone when all are. */
export function Setup() {
  const t = useT();
  const { data } = useQuery(setup);
  if (!data) return null;
  const done = SETUP_STEPS.filter((step) => data[step]).length;
  if (done === SETUP_STEPS.length) return null;
  return (
    <section className={styles['setup']} aria-labelledby="setup-title">
      <header>
        <h2 id="setup-title">{t('setup.title')}</h2>
        <p aria-live="polite">{t('setup.progress', { done, all: SETUP_STEPS.length })}</p>
      </header>
      <ol>
        {SETUP_STEPS.map((step) => (
          <li key={step} data-done={data[step]}>
            {data[step] ? <CheckCircleFilled aria-hidden /> : <span className={styles['circle']} aria-hidden="true" />}
            <span>
              <span className="visually-hidden">{data[step] ? t('setup.done') : t('setup.open')}: </span>
              {/* Identity is confirmed by people, not on a page. */}
              {data[step] || step === 'identity' ? (
                <strong>{t(`setup.${step}`)}</strong>
              ) : (
                <Link to={PATHS.apiManagement} className={styles['step'] ?? ''}>
                  {t(`setup.${step}`)}
                </Link>
              )}
              {!data[step] && <span className={styles['hint']}>{t(`setup.${step}Hint`)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
