import { wrongField } from '../platform/http/refusal.ts';
import type { PaymentOrder } from './payment-order.ts';

/** Refuses what a payer's browser must not be sent to: invalid_input of the field return_address. */
export function checkReturnAddress(text: string): void {
  if (isPageAddress(text)) return;
  throw wrongField('return_address', 'web_address');
}

/**
 * The merchant's page with the order's numbers and state, so that it knows whom it welcomes back. It is a hint only: what was paid
 * the merchant learns from the webhook or by asking.
 */
export function returnAddressOf(order: PaymentOrder, status = order.status): string | null {
  const address = URL.parse(order.return_address);
  if (address === null || !isPageAddress(order.return_address)) return null;
  address.searchParams.set('order_id', order.order_id);
  address.searchParams.set('serial_number', order.serial_number);
  address.searchParams.set('order_status', status);
  return address.href;
}

/**
 * Whether a payer's browser may be sent there: the address of a web page, nothing that runs, and no user name in it, behind which the
 * real host would go unseen (`https://bank.example@evil.example`).
 */
function isPageAddress(text: string): boolean {
  const address = URL.parse(text);
  return address !== null && /^https?:$/.test(address.protocol) && address.username === '' && address.password === '';
}
