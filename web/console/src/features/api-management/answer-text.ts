import type { T } from '../../shared/i18n.tsx';
import type { Delivery } from './api.ts';

type Attempt = Delivery['attempts'][number];

/** How an attempt was answered, in one line. */
export function answerText({ http_status: status, duration_ms: ms }: Attempt, t: T): string {
  return status === null ? t('apiDeliveries.unanswered', { ms }) : t('apiDeliveries.answered', { status, ms });
}
