import { FrameNotice } from '@purser/console-kit/frame-notice';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../shared/i18n.tsx';
import { updateCheck } from './api.ts';

/** Offers a reload when the server ships a newer console; never reloads under the user's hands. */
export function UpdateNotice() {
  const t = useT();
  const { data } = useQuery(updateCheck);
  if (!data?.update_required) return null;
  return (
    <FrameNotice tone="info" act={{ text: t('shell.updateAction'), onAct: () => window.location.reload() }}>
      {t('shell.updateTitle')}
    </FrameNotice>
  );
}
