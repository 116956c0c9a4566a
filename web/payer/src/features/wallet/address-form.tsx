import type { AddressDraft } from '@purser/contract/payer-drafts';
import type { PageProblem } from '@purser/contract/payer-page';
import button from '../../shared/button.module.css';
import { useCheckedForm } from '../../shared/checked-form.ts';
import { usePage } from '../../shared/context.tsx';
import { Identity, identityProblem } from '../../shared/login-form.tsx';
import login from '../../shared/login-form.module.css';
import { ProblemNotice } from '../../shared/problem-notice.tsx';
import { Card, Shell } from '../../shared/shell.tsx';
import { isSliderDone, OF_SLIDER, Slider } from '../../shared/slider.tsx';
import { ShownPage } from '../../shared/shown-payer.tsx';
import { useChallenge } from '../../shared/use-challenge.ts';
import { Username, usernameProblem } from './code-fields.tsx';
import styles from './wallet.module.css';

interface AddressFormProps {
  /** The page's own path. Its form goes to `/code` below it. */
  readonly here: string;
  readonly title: string;
  readonly draft: AddressDraft;
  /** The username so far, where one is chosen besides. */
  readonly username?: string;
  /** Kept for the page that asks for it; empty where there is none. */
  readonly referralCode?: string;
  readonly next: string;
  readonly problem: PageProblem | null;
}

const FORM = {
  fields: ['username', 'identity', 'position'],
  at: { username_unfit: 'username', message_address_wrong: 'identity', ...OF_SLIDER },
} as const;

/** Asks for the address that a code is sent to. */
export function AddressForm({ here, title, draft, username, referralCode = '', next, problem }: AddressFormProps) {
  const { t } = usePage();
  const { kind } = draft;
  const { challenge } = useChallenge(draft.challenge);
  // In the words of the page, also where its own check is content.
  const told = problem?.outcome === 'message_address_wrong' && kind === 'email' ? { ...problem, detail: t('email_invalid') } : problem;
  const { form, errors, above, sent } = useCheckedForm<(typeof FORM.fields)[number]>(told, FORM, (text) => {
    const identity = identityProblem(kind, text('identity'), t);
    return {
      ...(username !== undefined && usernameProblem(text, t)),
      ...(identity && { identity }),
      ...(!isSliderDone(text) && { position: t('slider_first') }),
    };
  });
  const suffix = `${next === '/wallet' ? '' : `&next=${encodeURIComponent(next)}`}${referralSuffix(referralCode)}`;
  return (
    <form {...form} className={styles.form} action={`${here}/code`}>
      <ShownPage />
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="identity_kind" value={kind} />
      {referralCode !== '' && <input type="hidden" name="referral_code" value={referralCode} />}
      {draft.kinds.length > 1 && (
        <nav className={login.kinds} aria-label={title}>
          {draft.kinds.map((other) => (
            <a key={other} href={`${here}?kind=${other}${suffix}`} aria-current={other === kind ? 'true' : undefined}>
              {t(`by_${other}`)}
            </a>
          ))}
        </nav>
      )}
      {above && <ProblemNotice problem={above} />}
      {username !== undefined && <Username typed={username} error={errors.username} />}
      <Identity kind={kind} draft={draft} error={errors.identity} />
      {challenge && <Slider key={challenge.challenge} challenge={challenge} waited={draft.waited} error={errors.position} />}
      <button className={button.primary} aria-disabled={sent}>
        {sent ? t('sending') : t('send_code')}
      </button>
    </form>
  );
}

export function referralSuffix(code: string): string {
  return code === '' ? '' : `&ref=${encodeURIComponent(code)}`;
}

interface CodeStartProps {
  readonly here: string;
  readonly title: string;
  readonly page: { readonly draft: AddressDraft; readonly next: string; readonly problem: PageProblem | null };
}

/** The first of two pages: asks for an address of an account, which a code is sent to. */
export function CodeStart({ here, title, page: { draft, next, problem } }: CodeStartProps) {
  const { t } = usePage();
  return (
    <Shell>
      <Card>
        <div className={styles.lead}>
          <h1>{title}</h1>
          <p>{t('recover_lead')}</p>
        </div>
        <AddressForm here={here} title={title} draft={draft} next={next} problem={problem} />
        <p className={styles.back}>
          <a className={button.quiet} href={`/wallet?next=${encodeURIComponent(next)}`}>
            {t('go_back')}
          </a>
        </p>
      </Card>
    </Shell>
  );
}
