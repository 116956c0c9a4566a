import { ErrorState } from '@purser/ui/states';
import type { ErrorComponentProps } from '@tanstack/react-router';

/**
 * A page that broke, or whose chunk is gone because a newer console was installed meanwhile: a reload fetches
 * what is there now.
 */
export function PageCrashed(_props: ErrorComponentProps) {
  return (
    <main>
      <ErrorState onRetry={() => window.location.reload()} />
    </main>
  );
}
