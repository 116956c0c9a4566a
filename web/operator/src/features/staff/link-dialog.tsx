import { SecretDialog } from '@purser/console-kit/secret-dialog';
import { formatInstant } from '@purser/ui/instant-text';
import { useT } from './texts.ts';

/** A one-time link, as its maker gets it. */
export interface Link {
  readonly name: string;
  readonly link: string;
  readonly expiresAt: string;
}

/** Shows a one-time link, the only time. */
export function LinkDialog({ link, onStored }: { readonly link: Link | undefined; readonly onStored: () => void }) {
  const t = useT();
  const secret = link && {
    label: t('staff.link'),
    lead: t('staff.linkLead', { name: link.name, time: formatInstant(link.expiresAt) }),
    value: link.link,
  };
  const words = {
    title: t('staff.linkTitle'),
    stored: t('staff.linkStored'),
    storedFirst: t('staff.linkStoredFirst'),
    done: t('staff.linkDone'),
  };
  return <SecretDialog secret={secret} words={words} onStored={onStored} />;
}
