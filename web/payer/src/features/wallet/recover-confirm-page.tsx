import { CODE_VALID_MIN } from '@purser/contract/message-kinds';
import type { PageOf, recoverConfirmPage } from '@purser/contract/payer-pages';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { Notice } from '../../shared/notice.tsx';
import { ProblemNotice } from '../../shared/problem-notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import { ShownPage } from '../../shared/shown-payer.tsx';
import { AnotherCode } from './another-code.tsx';
import { ChosenPassword, chosenPasswordProblems, SentCode, sentCodeProblem } from './code-fields.tsx';
import { useStayingForm } from './staying-form.ts';
import styles from './wallet.module.css';

type RecoverConfirmPage = PageOf<typeof recoverConfirmPage>;

const FORM = {
  fields: ['code', 'password', 'password_again'],
  at: { verification_code_wrong: 'code', password_unfit: 'password', passwords_differ: 'password_again' },
} as const;

/** A forgotten login password, second step: the code and the new password. */
function RecoverConfirm({ page: first }: { page: RecoverConfirmPage }) {
  const { t } = usePage();
  const { form, errors, above, sent, page } = useStayingForm<RecoverConfirmPage, (typeof FORM.fields)[number]>(first, FORM, (text) => ({
    ...sentCodeProblem(text, t),
    ...chosenPasswordProblems(text, t),
  }));
  return (
    <Shell>
      <Card>
        <div className={styles.lead}>
          <h1>{t('recover_title')}</h1>
          <p>{t('recover_sent', { address: page.address, minutes: CODE_VALID_MIN })}</p>
        </div>
        {page.sent_again && !page.problem && <Notice kind="success">{t('code_sent_again')}</Notice>}
        {above && <ProblemNotice problem={above} />}
        <form {...form} className={styles.form} action="/wallet/recover/confirm">
          <ShownPage />
          <input type="hidden" name="asked" value={page.asked} />
          <SentCode error={errors.code} />
          <ChosenPassword
            labels={[t('new_login_password'), t('new_login_password_again')]}
            errors={errors}
            onceMore={first.problem !== null}
          />
          <button className={button.primary} aria-disabled={sent}>
            {sent ? t('saving') : t('save')}
          </button>
          <AnotherCode here="/wallet/recover" asked={page.asked} next={page.next} />
        </form>
      </Card>
    </Shell>
  );
}

export const recoverConfirm: PageView<typeof recoverConfirmPage> = { Component: RecoverConfirm, title: (_page, t) => t('recover_title') };
