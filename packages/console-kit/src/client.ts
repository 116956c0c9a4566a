import { createConsoleClient, type Restricted } from '@purser/client/console-client';
import { chooseHost } from '@purser/client/transport-hosts';
import { DEFAULT_REQUEST_LANGUAGE } from '@purser/contract/language';
import { common } from '@purser/contract/outcomes/common';
import { toast } from '@purser/ui/toast';
import { storedLanguage } from './storage.ts';

/** The hosts are needed before anything else is asked; without them the page's own host is. */
const CONFIG_TIMEOUT_MS = 5_000;

/** What the client asks of the app around it: who is calling, and where to go when that is not accepted. */
export interface Surroundings {
  /** Where the hosts of the API are listed. */
  readonly configPath: string;
  /** The headers that say who is calling. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Which login it is: another one after each. Undefined where nobody is logged in. */
  readonly login: () => string | undefined;
  /** Whether the session is a cookie. */
  readonly withCookies?: boolean;
  /** The session has ended. */
  readonly onLogin: () => void;
  /** There is maintenance; the user has been told. */
  readonly onMaintenance: () => void;
  /** Access is refused: from this address, or to this account. */
  readonly onRestricted: (loginIp: string | undefined, why: Restricted) => void;
  /** The role does not allow what was asked for; where it is told by an event what a role allows, nothing is to be done. */
  readonly onNotAllowed?: () => void;
}

type FailureText = (failure: 'network' | 'timeout' | 'unreadable' | 'unavailable' | 'wordless') => string;

let surroundings: Surroundings | undefined;
let failureText: FailureText = () => '';

/** Called once, before the first call is made. */
export function provideSurroundings(provided: Surroundings): void {
  surroundings = provided;
}

/** The words for a failure that has none of its own, in the language on show. */
export function provideFailureText(provided: FailureText): void {
  failureText = provided;
}

function around(): Surroundings {
  if (!surroundings) throw new Error('the app has not said who is calling');
  return surroundings;
}

async function candidates(): Promise<readonly string[]> {
  const response = await fetch(around().configPath, { cache: 'no-store', signal: AbortSignal.timeout(CONFIG_TIMEOUT_MS) });
  const config = (await response.json()) as { hosts?: unknown };
  return Array.isArray(config.hosts) ? config.hosts.filter((host): host is string => typeof host === 'string') : [];
}

/** Where the page reaches the API. */
// oxlint-disable-next-line eslint/no-console -- a host that does not answer is logged and nothing more
export const host = chooseHost({ candidates, log: (message, cause) => console.warn(message, cause) });

function languageNow() {
  return storedLanguage() ?? DEFAULT_REQUEST_LANGUAGE;
}

/** The one client of an app. */
export const client = createConsoleClient({
  host: () => host.current(),
  headers: () => ({ ...around().headers(), 'Accept-Language': languageNow(), Language: languageNow() }),
  login: () => around().login(),
  withCookies: () => around().withCookies === true,
  // It comes with the first file that is sent.
  sendForm: async (url, form, options) => {
    const { sendForm } = await import('./send-form.ts');
    options.signal?.throwIfAborted();
    return sendForm(url, form, options);
  },
  onLogin: () => around().onLogin(),
  onMaintenance: (text) => {
    toast.warning([common.maintenance.text[languageNow()], text].filter(Boolean).join(' '));
    around().onMaintenance();
  },
  onRestricted: (loginIp, why) => around().onRestricted(loginIp, why),
  onNotAllowed: () => around().onNotAllowed?.(),
  onAdvice: (detail) => void toast.info(detail),
  onRefused: (detail) => void toast.error(detail),
  onNoAnswer: (error) => {
    if (error.reason === 'network') host.forget();
    toast.error(failureText(error.reason));
  },
  wordless: () => failureText('wordless'),
});
