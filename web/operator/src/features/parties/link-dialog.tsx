import { SecretDialog } from '@purser/console-kit/secret-dialog';
import { formatInstant } from '@purser/ui/instant-text';
import { toast } from '@purser/ui/toast';
import { useT } from './texts.ts';

/** A one-time link, as its maker gets it. */
export interface ShownLink {
  readonly name: string;
  readonly link: string;
  readonly expiresAt: string;
}

/** Shows a merchant's one-time link, the only time. */
export function LinkDialog({ link, onStored }: { readonly link: ShownLink | undefined; readonly onStored: () => void }) {
  const t = useT();
  const secret = link && {
    label: t('party.link'),
    lead: t('party.linkLead', { name: link.name, time: formatInstant(link.expiresAt) }),
    value: link.link,
  };
  const words = {
    title: t('party.linkTitle'),
    stored: t('party.linkStored'),
    storedFirst: t('party.linkStoredFirst'),
    done: t('party.linkDone'),
  };
  return <SecretDialog secret={secret} words={words} onStored={onStored} />;
}

interface MadeLink {
  readonly name: string;
  /** Where it is sent to. */
  readonly mail: string | undefined;
  readonly answer: { readonly link: string | null; readonly expires_at: string };
}

/** Tells what became of a link that was made, and shows it where it was not mailed. */
export function tellLink({ name, mail, answer }: MadeLink, t: ReturnType<typeof useT>, show: (link: ShownLink) => void): void {
  if (answer.link !== null) show({ name, link: answer.link, expiresAt: answer.expires_at });
  else if (mail !== undefined) toast.success(t('party.linkMailed', { mail }));
  // A repeated request is answered without the link, which was shown once.
  else toast({ message: t('party.linkLost'), type: 'warning', duration: 0 });
}
