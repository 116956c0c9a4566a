/** One server-sent event (WHATWG HTML, section 9.2). */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** Parses an event stream piece by piece: feed it text, get the events that are complete. */
export function createEventParser(): (text: string) => ServerSentEvent[] {
  let rest = '';
  let event = '';
  let data: string[] = [];

  return (text) => {
    const events: ServerSentEvent[] = [];
    // A carriage return at the end may be half of a CRLF: it waits for the next piece.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push({ event: event || 'message', data: data.join('\n') });
        event = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      const field = colon === -1 ? line : line.slice(0, colon);
      const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'event') event = value;
      if (field === 'data') data.push(value);
    }
    return events;
  };
}
