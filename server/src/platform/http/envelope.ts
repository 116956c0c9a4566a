import type { Envelope } from '@purser/contract/call';
import { OUTCOMES, outcomeText, type OutcomeName } from '@purser/contract/errors';
import type { Language } from '@purser/contract/language';
import type { FastifyReply } from 'fastify';

export interface Outcome<Data> {
  readonly name: OutcomeName;
  readonly data: Data;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Wraps an outcome for a request: its code, its stable name, and its text in the request's language. */
function envelope<Data>({ name, data, values }: Outcome<Data>, language: Language, requestId: string): Envelope<Data> {
  return { code: OUTCOMES[name].code, msg: name, detail: outcomeText(name, language, values), data, request_id: requestId };
}

/** Sends an outcome with the HTTP status that the catalogue gives it. */
export function sendOutcome<Data>(reply: FastifyReply, outcome: Outcome<Data>, language: Language): FastifyReply {
  return reply
    .code(OUTCOMES[outcome.name].http)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(envelope(outcome, language, reply.request.id)));
}
