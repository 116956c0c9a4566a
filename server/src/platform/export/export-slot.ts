import type { OwnerSlots } from '../http/owner-slots.ts';
import { accountOf, loginOf } from '../security/member-login.ts';

interface Slots {
  readonly exportSlots: OwnerSlots;
  readonly teamExportSlots: OwnerSlots;
}

/** A file on its way to a member of a merchant's team: each member may have a few, whatever the others have. Refuses with busy. What is returned gives the slot back. */
export function takeExportSlot({ exportSlots, teamExportSlots }: Slots, context: Parameters<typeof loginOf>[0]): () => void {
  const login = loginOf(context);
  const giveBackOwn = exportSlots.take(accountOf(login));
  try {
    const giveBackTeams = teamExportSlots.take(login.merchantId);
    return () => {
      giveBackOwn();
      giveBackTeams();
    };
  } catch (error) {
    giveBackOwn();
    throw error;
  }
}
