import { CheckCircleFilled } from '@ant-design/icons';
import { SETUP_STEPS } from '@purser/contract/first-pages';
import type { MemberPermission } from '@purser/contract/member';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ownAccount } from '../../shared/account.ts';
import { useMay } from '../../shared/may.tsx';
import { useT } from './texts.ts';
import { PATHS } from '../../shared/paths.ts';
import { setup } from './api.ts';
import styles from './setup.module.css';

/** The first steps that are this member's to take, ticked as they are taken; gone when all are. */
export function Setup() {
  const t = useT();
  const { data } = useQuery(setup);
  const may = useMay();
  if (!data) return null;
  const steps = SETUP_STEPS.filter((step) => may(wantedFor(step)));
  const done = steps.filter((step) => data[step]).length;
  if (done === steps.length) return null;
  return (
    <section className={styles.setup} aria-labelledby="setup-title">
      <header>
        <h2 id="setup-title">{t('setup.title')}</h2>
        <p aria-live="polite">{t('setup.progress', { done, all: steps.length })}</p>
      </header>
      <ol>
        {steps.map((step) => (
          <li key={step} data-done={data[step]}>
            {data[step] ? <CheckCircleFilled aria-hidden /> : <span className={styles.circle} aria-hidden="true" />}
            <span>
              <span className="visually-hidden">{data[step] ? t('setup.done') : t('setup.open')}: </span>
              {data[step] ? (
                <strong>{t(`setup.${step}`)}</strong>
              ) : (
                <Link to={placeOf(step)} className={styles.step ?? ''}>
                  {t(`setup.${step}`)}
                </Link>
              )}
              {!data[step] && <span className={styles.hint}>{step === 'identity' ? <IdentityHint /> : t(`setup.${step}Hint`)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What the provider has said so far. */
function IdentityHint() {
  const t = useT();
  const { data: account } = useQuery(ownAccount);
  const status = account?.own?.authentication_status;
  if (status === 'pending') return t('setup.identityPending');
  return status === 'rejected' ? t('setup.identityRejected') : t('setup.identityHint');
}

type Step = (typeof SETUP_STEPS)[number];

/** What taking a step wants of a member of a team. */
function wantedFor(step: Step): MemberPermission {
  return step === 'identity' ? 'account.change' : 'integration.change';
}

/** The page where a step is taken. */
function placeOf(step: Step): string {
  if (step === 'identity') return PATHS.verification;
  return step === 'webhook' || step === 'test_event' ? PATHS.cutIn : PATHS.apiManagement;
}
