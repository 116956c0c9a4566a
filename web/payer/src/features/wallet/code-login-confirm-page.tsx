import { CODE_VALID_MIN } from '@purser/contract/message-kinds';
import type { codeLoginConfirmPage, PageOf } from '@purser/contract/payer-pages';
import button from '../../shared/button.module.css';
import { useCheckedForm } from '../../shared/checked-form.ts';
import { usePage } from '../../shared/context.tsx';
import { Notice } from '../../shared/notice.tsx';
import { ProblemNotice } from '../../shared/problem-notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import { ShownPage } from '../../shared/shown-payer.tsx';
import { AnotherCode } from './another-code.tsx';
import { SentCode, sentCodeProblem } from './code-fields.tsx';
import styles from './wallet.module.css';

const FORM = { fields: ['code'], at: { verification_code_wrong: 'code' } } as const;

/** Signing in by a code, second step: the code. */
function CodeLoginConfirm({ page }: { page: PageOf<typeof codeLoginConfirmPage> }) {
  const { t } = usePage();
  const { form, errors, above, sent } = useCheckedForm<'code'>(page.problem, FORM, (text) => sentCodeProblem(text, t));
  return (
    <Shell>
      <Card>
        <div className={styles.lead}>
          <h1>{t('by_code')}</h1>
          <p>{t('recover_sent', { address: page.address, minutes: CODE_VALID_MIN })}</p>
        </div>
        {page.sent_again && !page.problem && <Notice kind="success">{t('code_sent_again')}</Notice>}
        {above && <ProblemNotice problem={above} />}
        <form {...form} className={styles.form} action="/wallet/login-code/confirm">
          <ShownPage />
          <input type="hidden" name="asked" value={page.asked} />
          <SentCode error={errors.code} />
          <button className={button.primary} aria-disabled={sent}>
            {sent ? t('logging_in') : t('log_in')}
          </button>
          <AnotherCode here="/wallet/login-code" asked={page.asked} next={page.next} />
        </form>
      </Card>
    </Shell>
  );
}

export const codeLoginConfirm: PageView<typeof codeLoginConfirmPage> = { Component: CodeLoginConfirm, title: (_page, t) => t('by_code') };
