/**
 * Finds the API host. Candidates are asked for `/healthy` all at once and the first that answers 200 is used.
 * A probe that fails is only logged; when every probe fails, the first candidate is used and the next request
 * probes again.
 */
export interface HostSettings {
  readonly candidates: () => Promise<readonly string[]>;
  readonly fetch?: typeof fetch;
  readonly log: (message: string, cause: unknown) => void;
  readonly probeTimeoutMs?: number;
}

export interface HostChoice {
  /** The host to send to; probes on first use. */
  current(): Promise<string>;
  /** Forgets the choice, so that the next request probes again. */
  forget(): void;
}

export function chooseHost(settings: HostSettings): HostChoice {
  const doFetch: typeof fetch = settings.fetch ?? ((input, init) => fetch(input, init));
  let chosen: Promise<string> | undefined;

  async function probe(host: string): Promise<string> {
    const response = await doFetch(`${host}/healthy`, {
      signal: AbortSignal.timeout(settings.probeTimeoutMs ?? 5_000),
      credentials: 'omit',
      cache: 'no-store',
    });
    if (response.status !== 200) throw new Error(`answered ${response.status}`);
    return host;
  }

  async function choose(): Promise<string> {
    const hosts = await candidateList();
    const probes = hosts.map((host) =>
      probe(host).catch((error: unknown) => {
        settings.log(`API host ${host || '(this one)'} did not answer its health probe`, error);
        throw error;
      }),
    );
    try {
      return await Promise.any(probes);
    } catch {
      chosen = undefined;
      return hosts[0] ?? '';
    }
  }

  async function candidateList(): Promise<readonly string[]> {
    try {
      const hosts = await settings.candidates();
      return hosts.length > 0 ? hosts.map((host) => host.replace(/\/+$/, '')) : [''];
    } catch (error) {
      settings.log('The runtime configuration could not be read', error);
      return [''];
    }
  }

  return {
    current: () => (chosen ??= choose()),
    forget: () => {
      chosen = undefined;
    },
  };
}
