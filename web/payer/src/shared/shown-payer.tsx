import { PAGE_KEY_FIELD, SHOWN_PAYER_FIELD } from '@purser/contract/payer-page';
import { usePage } from './context.tsx';

/**
 * Says with a form whose account its page shows, for the server does nothing of it while another payer is signed in, and which page it was sent from, for a
 * second press is not to be taken for a second form.
 */
export function ShownPayer({ userId }: { userId?: number | undefined }) {
  const page = usePage();
  const shown = userId ?? page.userId;
  return (
    <>
      {shown !== undefined && <input type="hidden" name={SHOWN_PAYER_FIELD} value={shown} />}
      {page.pageKey !== undefined && <input type="hidden" name={PAGE_KEY_FIELD} value={page.pageKey} />}
    </>
  );
}
