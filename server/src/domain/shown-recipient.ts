import type { MessageChannel } from '@purser/contract/message-kinds';
import type { StaffRole } from '@purser/contract/staff';
import { refuse } from '../platform/http/refusal.ts';

/** Who helps people must see where a message went; who only looks sees that there was one. */
const SEE_RECIPIENTS: ReadonlySet<StaffRole> = new Set(['admin', 'support']);

export function seesRecipients(role: StaffRole | undefined): boolean {
  return role !== undefined && SEE_RECIPIENTS.has(role);
}

/** Refuses to look for an address as a whole, with staff_not_allowed: who sees it in part only would find the rest by trying. */
export function mustSeeRecipients(role: StaffRole | undefined): void {
  if (!seesRecipients(role)) throw refuse('staff_not_allowed');
}

/** A mail address or phone number as a role sees it. */
export function shownRecipient(recipient: string, channel: MessageChannel, role: StaffRole | undefined): string {
  if (seesRecipients(role)) return recipient;
  if (channel === 'sms') return `${recipient.slice(0, 3)}••••${recipient.slice(-2)}`;
  const at = recipient.lastIndexOf('@');
  return `${recipient.slice(0, 1)}••••${recipient.slice(at)}`;
}
