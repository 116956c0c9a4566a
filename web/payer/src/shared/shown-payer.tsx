import { PAGE_KEY_FIELD, SHOWN_PAYER_FIELD } from '@purser/contract/payer-page';
import { usePage } from './context.tsx';

/** Says with a form which page it was sent from, for a second press is not to be taken for a second form. */
export function ShownPage() {
  const { pageKey } = usePage();
  return pageKey !== undefined && <input type="hidden" name={PAGE_KEY_FIELD} value={pageKey} />;
}

/** Says besides whose account the page shows, for the server does nothing of the form while another payer is signed in. */
export function ShownPayer({ userId }: { userId?: number | undefined }) {
  const page = usePage();
  const shown = userId ?? page.userId;
  return (
    <>
      {shown !== undefined && <input type="hidden" name={SHOWN_PAYER_FIELD} value={shown} />}
      <ShownPage />
    </>
  );
}
