import { type EventType, webhookEvent } from './features/webhook.ts';
import { schemaOf } from './openapi-schema.ts';

type Json = Record<string, unknown>;

export const WEBHOOK_TAG = 'webhook';

const WHEN: Record<EventType, string> = {
  'order.created': 'An order was created',
  'order.paid': 'A payer paid an order',
  'order.cancelled': 'You or the payer cancelled an order',
  'order.expired': 'The time of an order passed',
  'order.refunded': 'You gave the payer of an order money back',
  'withdrawal.created': 'A withdrawal of a user waits for your decision',
  'withdrawal.approved': 'A withdrawal of a user was paid out',
  'withdrawal.rejected': 'You rejected a withdrawal of a user',
  'withdrawal.cancelled': 'You cancelled a withdrawal of a user by the API',
  'adjustment.completed': 'A user has what you added to the balance',
  'adjustment.cancelled': 'What you added to the balance of a user is yours again',
  'adjustment.appealed': 'A user objects to what you keep pending',
  'recharge.approved': 'USDT that you sent in was credited',
  'recharge.rejected': 'A recharge of yours was rejected',
  ping: 'You asked for a test event in the console',
};

const HEADERS = {
  'webhook-id': 'The event, the same at every attempt',
  'webhook-timestamp': 'When this attempt was made: Unix time in seconds',
  'webhook-signature': 'Signatures as Standard Webhooks 1.0 has them: "v1," and base64, with a space between two',
};

/** What Purser sends to a merchant's webhook endpoints, as the `webhooks` of an OpenAPI 3.1 document: one for each type of event. */
export function openApiWebhooks(): Record<string, Json> {
  return Object.fromEntries(
    webhookEvent.options.map((schema) => {
      const type = schema.shape.type.value;
      return [type, { post: deliveryOf(type, schemaOf(schema, 'output')) }];
    }),
  );
}

function deliveryOf(type: EventType, body: Json): Json {
  return {
    operationId: `webhook_${type.replace('.', '_')}`,
    tags: [WEBHOOK_TAG],
    summary: WHEN[type],
    security: [],
    parameters: Object.entries(HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: { '2XX': { description: 'Within 15 seconds: it was received. After anything else the event is sent again, for 72 hours' } },
  };
}
