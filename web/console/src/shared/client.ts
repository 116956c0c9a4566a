import { createConsoleClient } from '@purser/client/console-client';
import { chooseHost } from '@purser/client/transport-hosts';
import { DEFAULT_REQUEST_LANGUAGE } from '@purser/contract/language';
import { outcomeText } from '@purser/contract/errors';
import { toast } from '@purser/ui/toast';
import { forget, forgetSession, readStored, store, storedLanguage } from './storage.ts';

/** What only the app around knows: how to leave a page, and the words for a failure that has none of its own. */
export interface Surroundings {
  readonly goTo: (path: '/Login' | '/Restricted') => void;
  readonly noAnswerText: (reason: 'network' | 'timeout' | 'unreadable') => string;
}

let surroundings: Surroundings | undefined;

export function provideSurroundings(provided: Surroundings): void {
  surroundings = provided;
}

async function candidates(): Promise<readonly string[]> {
  const response = await fetch('/config.json', { cache: 'no-store' });
  const config = (await response.json()) as { hosts?: unknown };
  return Array.isArray(config.hosts) ? config.hosts.filter((host): host is string => typeof host === 'string') : [];
}

// oxlint-disable-next-line eslint/no-console -- a host that does not answer is logged and nothing more
const host = chooseHost({ candidates, log: (message, cause) => console.warn(message, cause) });

function languageNow() {
  return storedLanguage() ?? DEFAULT_REQUEST_LANGUAGE;
}

function headers(): Record<string, string> {
  const token = readStored('token');
  const language = languageNow();
  return { ...(token !== undefined && { Authorization: token }), 'Accept-Language': language, Language: language };
}

/** The one client of the console. */
export const client = createConsoleClient({
  host: () => host.current(),
  headers,
  onLogin: () => {
    forgetSession();
    surroundings?.goTo('/Login');
  },
  onMaintenance: () => {
    toast.warning(outcomeText('maintenance', languageNow()));
    surroundings?.goTo('/Login');
  },
  onRestricted: (loginIp) => {
    if (loginIp === undefined) forget('loginIp');
    else store('loginIp', loginIp);
    surroundings?.goTo('/Restricted');
  },
  onAdvice: (detail) => void toast.info(detail),
  onRefused: (detail) => void toast.error(detail),
  onNoAnswer: (error) => {
    if (error.reason === 'network') host.forget();
    if (surroundings) toast.error(surroundings.noAnswerText(error.reason));
  },
});
