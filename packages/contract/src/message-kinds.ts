/** The ways by which a message reaches somebody. */
export const MESSAGE_CHANNELS = ['mail', 'sms'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/**
 * A message's life: it waits, is sent, or an attempt failed and the next one is due by itself; after the last attempt, or one that told that
 * trying again is of no use, it is given up. Staff may have it tried again from there.
 */
export const MESSAGE_STATES = ['waiting', 'sent', 'failed', 'given_up'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/**
 * What a message's text may say, by the names of its variables:
 * - `secret`: a link or code that lets whoever has it in. It stands in the message's body, never in a subject, and nowhere else;
 * - `text`: anything else.
 * Every text may also say `{service}`, the name that the provider goes by.
 */
interface MessageKindShape {
  readonly channels: readonly [MessageChannel, ...MessageChannel[]];
  readonly variables: Readonly<Record<string, 'secret' | 'text'>>;
  /** After so long the message is of no use, and is not sent any more. */
  readonly usefulFor_s: number;
}

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** How long links to set an account up, those of a merchant's team, and codes, are good. */
export const SETUP_LINK_VALID_H = 72;
export const MEMBER_LINK_VALID_H = 48;
export const CODE_VALID_MIN = 10;
export const CODE_DIGITS = 6;

/** Every kind of message that Purser sends. Its words are in packages/i18n/src/message, and staff may change them. */
export const MESSAGE_KINDS = {
  merchant_setup: {
    channels: ['mail'],
    variables: { name: 'text', link: 'secret', hours: 'text' },
    usefulFor_s: SETUP_LINK_VALID_H * HOUR_S,
  },
  staff_invitation: {
    channels: ['mail'],
    variables: { name: 'text', link: 'secret', hours: 'text' },
    usefulFor_s: SETUP_LINK_VALID_H * HOUR_S,
  },
  member_invitation: {
    channels: ['mail'],
    variables: { name: 'text', merchant: 'text', username: 'text', link: 'secret', hours: 'text' },
    usefulFor_s: MEMBER_LINK_VALID_H * HOUR_S,
  },
  login_code: { channels: ['mail', 'sms'], variables: { code: 'secret', minutes: 'text' }, usefulFor_s: CODE_VALID_MIN * MINUTE_S },
  verification_code: {
    channels: ['mail', 'sms'],
    variables: { code: 'secret', minutes: 'text' },
    usefulFor_s: CODE_VALID_MIN * MINUTE_S,
  },
  already_registered: { channels: ['mail', 'sms'], variables: { link: 'text' }, usefulFor_s: HOUR_S },
  new_sign_in_place: { channels: ['mail'], variables: { name: 'text', address: 'text', time: 'text' }, usefulFor_s: DAY_S },
  second_factor_locked: { channels: ['mail'], variables: { name: 'text', address: 'text', time: 'text' }, usefulFor_s: DAY_S },
  password_changed: { channels: ['mail'], variables: { name: 'text', time: 'text' }, usefulFor_s: 3 * DAY_S },
  authenticator_changed: { channels: ['mail'], variables: { name: 'text', time: 'text' }, usefulFor_s: 3 * DAY_S },
  notice_mail_changed: { channels: ['mail'], variables: { name: 'text', address: 'text', time: 'text' }, usefulFor_s: 3 * DAY_S },
  account_suspended: { channels: ['mail'], variables: { name: 'text', time: 'text' }, usefulFor_s: 3 * DAY_S },
  /** Told to the address that the account had, before it is forgotten. */
  account_closed: { channels: ['mail'], variables: { name: 'text', number: 'text', time: 'text' }, usefulFor_s: 3 * DAY_S },
  account_unlocked: { channels: ['mail'], variables: { name: 'text', time: 'text' }, usefulFor_s: DAY_S },
  white_list_cleared: { channels: ['mail'], variables: { name: 'text', time: 'text' }, usefulFor_s: 3 * DAY_S },
  payout_address_changed: {
    channels: ['mail'],
    variables: { name: 'text', network: 'text', address: 'text', time: 'text', usable: 'text' },
    usefulFor_s: 3 * DAY_S,
  },
  identity_approved: { channels: ['mail'], variables: { name: 'text', time: 'text' }, usefulFor_s: 3 * DAY_S },
  identity_rejected: { channels: ['mail'], variables: { name: 'text', reason: 'text', time: 'text' }, usefulFor_s: 3 * DAY_S },
  /** What a payer has paid, when they have it sent to themselves. */
  payment_receipt: {
    channels: ['mail'],
    variables: { name: 'text', merchant: 'text', amount: 'text', time: 'text', order: 'text', serial: 'text', link: 'text' },
    usefulFor_s: 3 * DAY_S,
  },
  passkey_added: { channels: ['mail'], variables: { name: 'text', passkey: 'text', time: 'text' }, usefulFor_s: 3 * DAY_S },
  passkey_removed: { channels: ['mail'], variables: { name: 'text', passkey: 'text', time: 'text' }, usefulFor_s: 3 * DAY_S },
  test: { channels: ['mail', 'sms'], variables: { time: 'text' }, usefulFor_s: HOUR_S },
} as const satisfies Record<string, MessageKindShape>;

export type MessageKind = keyof typeof MESSAGE_KINDS;
export const MESSAGE_KIND_NAMES = Object.keys(MESSAGE_KINDS) as [MessageKind, ...MessageKind[]];

/** The values that a message of a kind is made with. */
export type MessageVariables<Kind extends MessageKind = MessageKind> = Readonly<
  Record<keyof (typeof MESSAGE_KINDS)[Kind]['variables'] & string, string>
>;

/** The name that every text may say beside its kind's variables. */
export const SERVICE_VARIABLE = 'service';

/** The variables that a kind's texts may name, and those that its body must name, as the message is of no use without them. */
export function variablesOf(kind: MessageKind): { readonly allowed: readonly string[]; readonly secret: readonly string[] } {
  const variables: MessageKindShape['variables'] = MESSAGE_KINDS[kind].variables;
  const names = Object.keys(variables);
  return { allowed: [...names, SERVICE_VARIABLE], secret: names.filter((name) => variables[name] === 'secret') };
}

export function channelsOf(kind: MessageKind): readonly MessageChannel[] {
  return MESSAGE_KINDS[kind].channels;
}

/** What is wrong with the wording of a message. */
export type WordingProblem = { readonly problem: 'unknown_variable' | 'missing_variable' | 'secret_in_subject'; readonly variable: string };

const VARIABLE = /\{([^{}|]*)(?:\|[^{}]*)?\}/g;
const LONE_BRACE = /[{}]/;
/** What makes an address of the word that it stands in. */
const OF_ADDRESS = /[./@?=#%]/;

/** Checks that a wording names only what its kind knows, its secret in the body and nowhere else, and not as part of an address. */
export function wordingProblem(
  kind: MessageKind,
  wording: { readonly subject: string; readonly body: string },
): WordingProblem | undefined {
  const { allowed, secret } = variablesOf(kind);
  const namedIn = (text: string): string[] => [...text.matchAll(VARIABLE)].map(([, name]) => name ?? '');
  for (const text of [wording.subject, wording.body]) {
    const unknown = namedIn(text).find((name) => !allowed.includes(name));
    if (unknown !== undefined) return { problem: 'unknown_variable', variable: unknown };
    // A brace without its partner is a variable that was not finished.
    if (LONE_BRACE.test(text.replaceAll(VARIABLE, ''))) return { problem: 'unknown_variable', variable: '{' };
  }
  const told = namedIn(wording.subject).find((name) => secret.includes(name));
  if (told !== undefined) return { problem: 'secret_in_subject', variable: told };
  const missing = secret.find((name) => !namedIn(wording.body).includes(name) || namedInAddresses(wording.body).includes(name));
  return missing === undefined ? undefined : { problem: 'missing_variable', variable: missing };
}

/** The variables that would be part of an address: whoever is asked there would be sent their values. */
function namedInAddresses(text: string): string[] {
  return [...text.matchAll(VARIABLE)].flatMap(({ 1: name = '', index }) => {
    const word = text.slice(0, index).split(/\s/).at(-1) ?? '';
    return OF_ADDRESS.test(word) ? [name] : [];
  });
}
