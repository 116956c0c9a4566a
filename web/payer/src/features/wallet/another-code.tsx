import { type MouseEvent, useState } from 'react';
import { useAlive } from '../../shared/alive.ts';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { Notice } from '../../shared/notice.tsx';
import { sendForm } from '../../shared/send-form.ts';
import { referralSuffix } from './address-form.tsx';
import styles from './wallet.module.css';

interface AnotherCodeProps {
  /** The path of the page that asks for the address. Another code is asked for at `/again` below it. */
  readonly here: string;
  readonly asked: string;
  readonly next: string;
  readonly referralCode?: string;
}

type Answer = { readonly kind: 'success' | 'problem'; readonly text: string };

/**
 * For who got no code: another one, or another address. It stands in the form that takes the code, and is sent with what was typed there; alive, the
 * page stays as it is.
 */
export function AnotherCode({ here, asked, next, referralCode = '' }: AnotherCodeProps) {
  const { t } = usePage();
  const alive = useAlive();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [busy, setBusy] = useState(false);

  const askAgain = async (event: MouseEvent): Promise<void> => {
    if (!alive) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setAnswer(null);
    const page = await sendForm(`${here}/again`, { asked });
    // An hour has passed: one begins anew.
    if (page && !page.problem && !('sent_again' in page)) return location.assign(page.path);
    const problem = page === null ? t('connection_lost') : page.problem?.detail;
    setAnswer(problem === undefined ? { kind: 'success', text: t('code_sent_again') } : { kind: 'problem', text: problem });
    setBusy(false);
  };

  return (
    <>
      <div className={styles.another}>
        <span>{t('no_code')}</span>
        <button formAction={`${here}/again`} formNoValidate className={button.link} aria-disabled={busy} onClick={askAgain}>
          {busy ? t('sending') : t('send_another')}
        </button>
        <a className={button.quiet} href={`${here}?next=${encodeURIComponent(next)}${referralSuffix(referralCode)}`}>
          {t('other_address')}
        </a>
      </div>
      {answer && <Notice kind={answer.kind}>{answer.text}</Notice>}
    </>
  );
}
