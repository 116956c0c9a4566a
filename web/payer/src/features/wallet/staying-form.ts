import type { PageProblem } from '@purser/contract/payer-page';
import type { PayerPage } from '@purser/contract/payer-pages';
import { useState, type FormEvent } from 'react';
import { NO_ANSWER } from '../../shared/actions.ts';
import { useCheckedForm } from '../../shared/checked-form.ts';
import { usePage } from '../../shared/context.tsx';
import { leaveFor } from '../../shared/leave-for.ts';
import { sendForm } from '../../shared/send-form.ts';
import type { Check, RefusedForm } from '../../shared/told-at-fields.ts';

/**
 * A checked form with newly chosen passwords. A script sends it and the page stays where it is refused: the server gives no password back, so a page made
 * anew would have lost them.
 *
 * @param first the page as it was made
 */
export function useStayingForm<Page extends PayerPage, Name extends string>(first: Page, fields: RefusedForm<Name>, check: Check<Name>) {
  const { t, actions } = usePage();
  const [page, setPage] = useState(first);
  const { form, tell, sendAgain, ...checked } = useCheckedForm(first.problem, fields, check);

  const goOn = async (where: string | HTMLFormElement): Promise<void> => {
    await leaveFor(where);
    sendAgain();
  };
  const send = async (sent: HTMLFormElement): Promise<void> => {
    const typed = Object.fromEntries([...new FormData(sent)].map(([name, value]) => [name, String(value)]));
    const answer = await sendForm(sent.getAttribute('action') ?? '', typed);
    if (answer === null) return tell({ outcome: NO_ANSWER, detail: `${t('connection_lost')} ${t('failure_unclear')}` });
    const { problem } = answer;
    if (answer.page === 'failure') {
      // One of another address is the next page's: this form is done.
      if (!isHere(answer.path)) return goOn(answer.path);
      const detail = [problem?.detail, answer.unclear && t('failure_unclear')].filter(Boolean).join(' ');
      return tell({ outcome: problem?.outcome ?? NO_ANSWER, detail });
    }
    if (isRefusal(answer, first)) {
      setPage(answer);
      return tell(answer.problem);
    }
    // A refusal that another page tells was told to this script: sent once more the form is refused there in the same words.
    return goOn(problem ? sent : answer.path);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    form.onSubmit(event);
    if (event.defaultPrevented || !actions) return;
    event.preventDefault();
    void send(event.currentTarget);
  };
  return { ...checked, form: { ...form, onSubmit }, page };
}

function isHere(path: string): boolean {
  return new URL(path, location.href).pathname === location.pathname;
}

function isRefusal<Page extends PayerPage>(answer: PayerPage, of: Page): answer is Page & { problem: PageProblem } {
  return answer.page === of.page && answer.problem !== null;
}
