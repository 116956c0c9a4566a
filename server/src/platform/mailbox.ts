import type { Language } from '@purser/contract/language';

/** A message as it reached somebody in the demo. */
export interface ReceivedMessage {
  readonly id: string;
  readonly channel: 'mail' | 'sms';
  readonly to: string;
  readonly language: Language;
  /** Empty for a text message. */
  readonly subject: string;
  readonly text: string;
  readonly receivedAt: Date;
}

const MOST_MESSAGES = 200;

/** Where a demo's messages end, as nobody in it has a real address: kept in memory, the newest ones only. */
export class Mailbox {
  #messages: readonly ReceivedMessage[] = [];

  put(message: ReceivedMessage): void {
    const others = this.#messages.filter(({ id }) => id !== message.id);
    this.#messages = [message, ...others].slice(0, MOST_MESSAGES);
  }

  /** The newest first. */
  get messages(): readonly ReceivedMessage[] {
    return this.#messages;
  }
}
