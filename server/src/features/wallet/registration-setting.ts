import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { registrationGet, registrationSet } from '@purser/contract/features/wallet-access';
import type { MessageChannel } from '@purser/contract/message-kinds';
import { ADDRESS_KINDS, type AddressKind } from '@purser/contract/sign-in';
import type { Queryable } from '@purser/ledger/accounts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';

/** Whether people may register by themselves: as the provider's staff have said, and no until they have. */
export async function isRegistrationOpen(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ registration_open: boolean }>('select registration_open from system_setting');
  return rows[0]?.registration_open === true;
}

/** An offer is read anew after this time: it stands on every login form. */
const READ_EVERY_MS = 500;

/** What a visitor is offered to register with: nothing while registration is closed, and nothing that no provider sends messages to. */
export class RegistrationOffer {
  readonly #platform: Pick<Platform, 'db' | 'settings'>;
  #read: { readonly kinds: Promise<readonly AddressKind[]>; readonly at: number } | undefined;

  constructor(platform: Pick<Platform, 'db' | 'settings'>) {
    this.#platform = platform;
  }

  kinds(): Promise<readonly AddressKind[]> {
    const at = performance.now();
    if (!this.#read || at - this.#read.at > READ_EVERY_MS) {
      const kinds = readOffer(this.#platform);
      this.#read = { kinds, at };
      // What could not be read is asked for again by the next request.
      kinds.catch(() => (this.#read = undefined));
    }
    return this.#read.kinds;
  }
}

async function readOffer({ db, settings }: Pick<Platform, 'db' | 'settings'>): Promise<readonly AddressKind[]> {
  return (await isRegistrationOpen(db.system)) ? reachedKinds({ db, settings }) : [];
}

/** The kinds of address that messages can be sent to by now. */
export async function reachedKinds({ db, settings }: Pick<Platform, 'db' | 'settings'>): Promise<readonly AddressKind[]> {
  if (settings.mailbox) return ADDRESS_KINDS;
  const { rows } = await db.system.query<{ channel: MessageChannel }>('select channel from message_provider');
  const isSet = { email: settings.mail !== undefined, phone: settings.sms !== undefined };
  const channelOf = { email: 'mail', phone: 'sms' } as const;
  return ADDRESS_KINDS.filter((kind) => isSet[kind] || rows.some(({ channel }) => channel === channelOf[kind]));
}

export function isSome(kinds: readonly AddressKind[]): kinds is readonly [AddressKind, ...AddressKind[]] {
  return kinds.length > 0;
}

export async function registrationSetting(platform: Platform): Promise<OutputOf<typeof registrationGet>> {
  return { is_open: await readAsStaff(platform, isRegistrationOpen) };
}

export function setRegistration(
  platform: Platform,
  input: ParsedInputOf<typeof registrationSet>,
  context: StaffContext,
): Promise<null | Answer<null>> {
  return confirmedWrite<null>(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      await tx.query('update system_setting set registration_open = $1', [input.is_open]);
      return null;
    },
    audit: () => ({ action: input.is_open ? 'registration.open' : 'registration.close', details: {} }),
  });
}
