import { useEffect } from 'react';

const WORKER = '/wallet/worker.js';

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): unknown;
}

/** Gives the device the worker that makes the wallet an app: it shows what there is to say without a network, and keeps nothing else. */
export function useApp(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const { trustedTypes } = window as { trustedTypes?: TrustedTypesFactory };
    try {
      trustedTypes?.createPolicy('default', {
        createScriptURL(address) {
          if (address !== WORKER) throw new TypeError(`no script is loaded from ${address}`);
          return address;
        },
      });
      void navigator.serviceWorker.register(WORKER, { scope: '/wallet' }).catch(() => undefined);
    } catch {
      // A browser that refuses goes on without: nothing depends on it.
    }
  }, []);
}
