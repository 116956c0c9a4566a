import { userConfigGet } from '@purser/contract/first-pages';
import { FrameNotice } from '@purser/console-kit/frame-notice';
import { callQuery } from '@purser/console-kit/query';
import { formatInstant } from '@purser/ui/instant-text';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../shared/i18n.tsx';

const ASKED_EVERY_MS = 5 * 60_000;
const config = { ...callQuery(userConfigGet, {}, []), staleTime: ASKED_EVERY_MS, refetchInterval: ASKED_EVERY_MS };

/** Tells of maintenance that is planned within a day. While it runs, nobody is here. */
export function MaintenanceNotice() {
  const t = useT();
  const { data } = useQuery(config);
  const notice = data?.maintenance ? undefined : data?.maintenance_notice;
  if (!notice) return null;
  const from = formatInstant(notice.starts_at);
  const when = notice.ends_at
    ? t('shell.maintenanceBetween', { from, until: formatInstant(notice.ends_at) })
    : t('shell.maintenanceFrom', { from });
  return <FrameNotice tone="warning">{[when, notice.text].filter(Boolean).join(' ')}</FrameNotice>;
}
