/** Splits one direction of a PostgreSQL connection into its messages (frontend/backend protocol, version 3). */
export class WireMessages {
  #rest: Buffer = Buffer.alloc(0);
  /** A client's first message has no type in front of its length. */
  #typed: boolean;

  constructor(side: 'client' | 'server') {
    this.#typed = side === 'server';
  }

  /** Takes what has arrived and answers with the messages that are whole now. */
  push(chunk: Buffer): Buffer[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const messages: Buffer[] = [];
    for (;;) {
      const lengthAt = this.#typed ? 1 : 0;
      if (this.#rest.length < lengthAt + 4) return messages;
      const end = lengthAt + this.#rest.readUInt32BE(lengthAt);
      if (this.#rest.length < end) return messages;
      messages.push(this.#rest.subarray(0, end));
      this.#rest = this.#rest.subarray(end);
      this.#typed = true;
    }
  }
}

const HEADER_BYTES = 5;

/** A client's simple query that commits: what the driver sends at the end of a transaction. */
export function asksToCommit(message: Buffer): boolean {
  return message[0] === 'Q'.charCodeAt(0) && /^commit\b/i.test(message.toString('latin1', HEADER_BYTES, HEADER_BYTES + 7));
}

/** The server's word that a transaction is committed. */
export function saysCommitted(message: Buffer): boolean {
  return message[0] === 'C'.charCodeAt(0) && message.toString('latin1', HEADER_BYTES) === 'COMMIT\0';
}
