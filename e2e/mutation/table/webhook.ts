import { type Mutant, mutantsOf } from '../mutant.ts';

const WEBHOOK = 'server/src/features/webhook';
const DELIVERY = [`${WEBHOOK}/delivery.test.ts`, `${WEBHOOK}/dispatcher.test.ts`, `${WEBHOOK}/endpoints-delivery.test.ts`];

/** Signing, schedule, lease, sequence. */
export const WEBHOOK_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    `${WEBHOOK}/signing.ts`,
    [`${WEBHOOK}/endpoints.test.ts`, `${WEBHOOK}/delivery.test.ts`],
    [
      ['signsUntilS(line) > message.timestampS', 'signsUntilS(line) < message.timestampS', 'the current secret signs nothing'],
      ['nowS + PREVIOUS_SIGNS_FOR_S', 'nowS', 'the previous secret ends with its change'],
      ['PREVIOUS_SECRET_SIGNS_FOR_H * 3600', 'PREVIOUS_SECRET_SIGNS_FOR_H * 3600 * 1000', 'a replaced secret signs for years'],
      ['signing.slice(0, SECRETS_THAT_SIGN)', 'signing.slice(0, 1)', 'the previous secret is dropped at once'],
      ['signing.slice(0, SECRETS_THAT_SIGN)', 'signing.slice(0, 2)', 'a second change within a day drops what the receiver holds'],
      ['signing.slice(0, SECRETS_THAT_SIGN)', 'signing', 'every change makes the header longer'],
    ],
  ),
  ...mutantsOf(
    'server/src/platform/security/standard-webhooks.ts',
    [`${WEBHOOK}/endpoints.test.ts`, `${WEBHOOK}/delivery.test.ts`],
    [
      ['${id}.${timestampS}.${body}', '${id}.${body}', 'the time is not signed'],
      ['${timestampS}.${body}', '${timestampS}', 'the body is not signed'],
      ['${id}.${timestampS}', '${timestampS}', 'the event id is not signed'],
      ['.slice(WEBHOOK_SECRET_PREFIX.length)', '', 'the prefix is taken for a part of the key'],
    ],
  ),
  ...mutantsOf(`${WEBHOOK}/schedule.ts`, DELIVERY, [
    ['2 ** (attempts - 1)', '2 ** attempts', 'the first retry comes twice as late'],
    ['2 ** (attempts - 1)', '(attempts - 1)', 'the pauses grow linearly, the first is none'],
    [
      'Math.min(FIRST_RETRY_S * 2 ** (attempts - 1), LONGEST_RETRY_S)',
      'FIRST_RETRY_S * 2 ** (attempts - 1)',
      'pauses grow without a bound',
    ],
    ['Math.min(askedS, LONGEST_ASKED_S)', 'askedS', 'a receiver may ask for any delay'],
    ['Math.max(planned', 'Math.min(planned', 'a receiver that asks for no patience is hammered'],
    ['1 - JITTER + 2 * JITTER * random', '1', 'all retries come at the same moment'],
    [
      'Math.min(FIRST_PAUSE_MS * 2 ** (failures - DOWN_AFTER_FAILURES), LONGEST_PAUSE_MS)',
      'FIRST_PAUSE_MS * 2 ** (failures - DOWN_AFTER_FAILURES)',
      'an endpoint that is down is left alone for ever',
    ],
    ['DOWN_AFTER_FAILURES = 5', 'DOWN_AFTER_FAILURES = 5_000', 'a dead endpoint never counts as down'],
  ]),
  ...mutantsOf(`${WEBHOOK}/deliveries.ts`, DELIVERY, [
    ['LEASE_S = 30', 'LEASE_S = 0', 'a delivery on its way is taken by another worker too'],
    [
      '${delivery}.delivery_id)\n            and not exists (',
      '${delivery}.delivery_id)\n            and exists (',
      'an event that was refused holds up the next ones',
    ],
    [
      'refused.http_status between 400 and 499',
      'refused.http_status between 400 and 599',
      'an event that failed with 500 is overtaken by the next',
    ],
    ['NOT_NOW = [408, 425, 429]', 'NOT_NOW = [425]', 'an event that was asked to come later is overtaken'],
    [' || isRefusal(httpStatus)', '', 'the next event waits as long as was thought while the one before it was on its way'],
    [
      'refused.attempt < earlier.attempts',
      'refused.attempt > earlier.attempts',
      'what a worker holds is sent twice when the event before it is refused again',
    ],
    ["earlier.subject = ${delivery}.subject and earlier.subject <> ''", "earlier.subject <> ''", 'orders wait for each other'],
    [' and earlier.endpoint_id = ${delivery}.endpoint_id', '', 'an endpoint that is down holds up the same order elsewhere'],
    [
      "where earlier.merchant_id = $1 and earlier.state = 'pending'\n            and earlier.subject = ${delivery}",
      "where earlier.merchant_id = $1 and earlier.state = 'none'\n            and earlier.subject = ${delivery}",
      'the events of one order overtake each other',
    ],
    [
      'for update skip locked\n      )\n      update webhook_delivery',
      'for update\n      )\n      update webhook_delivery',
      'a second worker waits for the first one to commit',
    ],
    ['attempts = attempts + 1', 'attempts = attempts', 'attempts are not counted: the pause never grows'],
    [
      "when settled.problem is null then 'delivered'",
      "when settled.problem is null then 'pending'",
      'a delivered event is delivered again',
    ],
    [
      "when settled.retry_at <= give_up_at then 'pending'",
      "when settled.retry_at is not null then 'pending'",
      'a delivery is never given up',
    ],
    [
      "when settled.retry_at <= give_up_at then 'pending'",
      "when settled.retry_at > give_up_at then 'pending'",
      'the first failure is the last',
    ],
    [
      "and webhook_delivery.state || '' = 'pending'\n        returning",
      'returning',
      'an attempt that comes late reopens what is delivered',
    ],
    [
      "where merchant_id = $1 and endpoint_id = $2 and state = 'pending' and next_attempt_at > now() + make_interval(secs => ${LEASE_S})",
      "where merchant_id = $1 and endpoint_id = $2 and state = 'pending' and next_attempt_at > now()",
      'what a worker holds is sent twice when the endpoint is back',
    ],
    [
      'await releaseNext(\n    db,\n    settled.filter(({ problem, httpStatus }) => problem === null || isRefusal(httpStatus)),\n  );',
      '',
      'the next event of an order waits for its own time',
    ],
    [
      'settled.filter(({ problem, httpStatus }) => problem === null ||',
      'settled.filter(({ problem, httpStatus }) => problem !== null ||',
      'a failure releases the next event',
    ],
  ]),
  ...mutantsOf(
    `${WEBHOOK}/deliveries.ts`,
    [`${WEBHOOK}/webhook.test.ts`],
    [
      [
        "and earlier.subject not like '%${AGAIN}'\n            and (earlier",
        'and (earlier',
        'what is asked for again waits for what was asked for before it',
      ],
      [
        "(select true ${holdingUp('webhook_delivery')}) then",
        'false then',
        'an event that waits behind another and is asked for again is not sent',
      ],
      [
        "(select true ${holdingUp('webhook_delivery')}) then",
        'true then',
        'what waits behind an event that is asked for again waits for its own time',
      ],
    ],
  ),
  ...mutantsOf(`${WEBHOOK}/dispatcher.ts`, DELIVERY, [
    ['down ? 1 : LANE_WIDTH', 'LANE_WIDTH', 'an endpoint that is down is tried with eight messages at a time'],
    ['this.#lanes.has(lane) || ', '', 'an endpoint gets a second lane while the first is open'],
    ['pausedUntil ?? 0) > performance.now()', 'pausedUntil ?? 0) < performance.now()', 'an endpoint that is well is left alone'],
    ['this.#health.delete(lane);', '', 'an endpoint that is back still counts as down'],
    [
      'if (down && !this.#health.has(lane)) await hurry',
      'if (down && this.#health.has(lane)) await hurry',
      'what waits is not hurried when the endpoint is back',
    ],
    ['if (pausedUntil > 0) return;', '', 'a lane goes on hammering an endpoint that is down'],
    ['retryAfterS(delivery.attempts + 1', 'retryAfterS(delivery.attempts', 'the first retry comes too early'],
    ['isNotSentTo(attempt) ? null : ', '', 'an event for a deleted endpoint is tried for 72 hours'],
    [
      'attempts.some((attempt) => attempt.problem === null ||',
      'attempts.every((attempt) => attempt.problem === null ||',
      'an endpoint that refuses single events counts as down',
    ],
    ['isRefusal(httpStatus))', 'false)', 'an endpoint that refuses what it has no use for counts as down'],
    ['refuses ? DOWN_AFTER_FAILURES : failures', 'failures', 'what waits behind refused events waits for a long pause each'],
    ['refusesSince < REFUSES_ALL_AFTER_MS', 'refusesSince < Infinity', 'an endpoint that refuses everything never counts as down'],
    ['before >= DOWN_AFTER_FAILURES ? before : 0', '0', 'what waits is not hurried when the endpoint refused an event on its way back'],
  ]),
  ...mutantsOf(`${WEBHOOK}/send.ts`, DELIVERY, [
    ['status >= 200 && status < 300', 'status >= 200 && status < 400', 'a redirect counts as delivered'],
    ['status >= 200 && status < 300', 'status > 200 && status < 300', 'the answer 200 counts as a failure'],
    ["'webhook-id': id", "'webhook-id': crypto.randomUUID()", 'every attempt has another id'],
    ['AbortSignal.any([stop, deadline])', 'stop', 'an endpoint that never answers holds its lane for ever'],
    ['if (stop?.aborted) throw error;', '', 'an attempt that a stop broke off counts as a failure'],
    [
      'Number.isFinite(retryAfterS) ? retryAfterS : 0',
      'Number.isFinite(retryAfterS) ? 0 : 0',
      "the receiver's wish for a delay is not heard",
    ],
  ]),
];
