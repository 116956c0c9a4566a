import { readStored } from '../shared/storage.ts';
import NotFoundPage, { NothingHere } from '../features/not-found/page.tsx';
import ShellPage from '../features/shell/page.tsx';

/** Who is logged in keeps the menu. */
export default function NotFound() {
  if (readStored('token') === undefined) return <NotFoundPage />;
  return (
    <ShellPage>
      <NothingHere />
    </ShellPage>
  );
}
