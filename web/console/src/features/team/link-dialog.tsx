import { SecretDialog } from '@purser/console-kit/secret-dialog';
import { formatInstant } from '@purser/ui/instant-text';
import { useT } from './texts.ts';

/** A one-time link, as the owner gets it. */
export interface Link {
  readonly name: string;
  readonly username: string;
  readonly link: string;
  readonly expiresAt: string;
}

/** Shows a one-time link, the only time. */
export function LinkDialog({ link, onStored }: { readonly link: Link | undefined; readonly onStored: () => void }) {
  const t = useT();
  const secret = link && {
    label: t('team.link'),
    lead: t('team.linkLead', { name: link.name, time: formatInstant(link.expiresAt) }),
    value: link.link,
    beside: { label: t('team.username'), value: link.username },
  };
  const words = {
    title: t('team.linkTitle'),
    stored: t('team.linkStored'),
    storedFirst: t('team.linkStoredFirst'),
    done: t('team.linkDone'),
  };
  return <SecretDialog secret={secret} words={words} onStored={onStored} />;
}
