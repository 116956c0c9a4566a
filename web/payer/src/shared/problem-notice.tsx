import type { Problem } from './actions.ts';
import button from './button.module.css';
import { usePage } from './context.tsx';
import { Notice } from './notice.tsx';

/** A refusal that concerns no field. During maintenance it leads to the page that says what works. */
export function ProblemNotice({ problem }: { readonly problem: Problem }) {
  return (
    <Notice kind="problem">
      {problem.detail}
      {problem.outcome === 'maintenance' && <StatusLink />}
    </Notice>
  );
}

/** The way to the page that says what works now. */
export function StatusLink() {
  const { t } = usePage();
  return (
    <p>
      <a className={button.link} href="/status">
        {t('status_title')}
      </a>
    </p>
  );
}
