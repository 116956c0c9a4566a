/** How an authenticator is reached, by WebAuthn. A browser may know others, which are left out. */
export const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type PasskeyTransport = (typeof TRANSPORTS)[number];

export function isTransport(text: string): text is PasskeyTransport {
  return (TRANSPORTS as readonly string[]).includes(text);
}
