import { signedIn } from '../shared/storage.ts';
import NotFoundPage, { NothingHere } from './not-found-pages.tsx';
import Shell from './shell.tsx';

/** Who is signed in keeps the menu. */
export default function NotFound() {
  if (!signedIn.get()) return <NotFoundPage />;
  return (
    <Shell>
      <NothingHere />
    </Shell>
  );
}
