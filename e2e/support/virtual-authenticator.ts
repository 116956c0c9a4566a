import type { CDPSession, Page } from '@playwright/test';

/** An authenticator in the browser that answers at once, as a finger on a sensor would: Chromium's own, for tests. */
export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #authenticatorId: string;

  private constructor(session: CDPSession, authenticatorId: string) {
    this.#session = session;
    this.#authenticatorId = authenticatorId;
  }

  /** Of a page; another page has one of its own. */
  static async of(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** Whether it finds out from now on that the finger is the owner's. */
  async recognises(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId: this.#authenticatorId, isUserVerified });
  }

  async count(): Promise<number> {
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', { authenticatorId: this.#authenticatorId });
    return credentials.length;
  }
}
