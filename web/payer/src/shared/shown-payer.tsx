import { SHOWN_PAYER_FIELD } from '@purser/contract/payer-page';
import { usePage } from './context.tsx';

/** Says with a form whose account its page shows: while another payer is signed in, the server does nothing of it. */
export function ShownPayer({ userId }: { userId?: number | undefined }) {
  const page = usePage();
  const shown = userId ?? page.userId;
  return shown === undefined ? null : <input type="hidden" name={SHOWN_PAYER_FIELD} value={shown} />;
}
