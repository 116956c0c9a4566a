import type { T } from './i18n.tsx';
import type { OutputOf } from '@purser/contract/call';
import type { webhookDeliveryQuery } from '@purser/contract/features/webhook';

type Attempt = OutputOf<typeof webhookDeliveryQuery>['list'][number]['attempts'][number];

/** How an attempt was answered, in one line. */
export function answerText({ http_status: status, duration_ms: ms }: Attempt, t: T): string {
  return status === null ? t('apiDeliveries.unanswered', { ms }) : t('apiDeliveries.answered', { status, ms });
}
