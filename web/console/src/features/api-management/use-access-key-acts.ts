import type { CallRefused } from '@purser/client/transport';
import { accessKeyAdd, accessKeyDelete, accessKeyUpdate } from '@purser/contract/features/access-key';
import { toast } from '@purser/ui/toast';
import { useState } from 'react';
import { useConfirmedWrite } from '../../shared/confirmed-write.ts';
import { useT } from '../../shared/i18n.tsx';
import { refresh } from '../../shared/query.ts';
import type { AccessKey } from './api.ts';
import { sameIps } from './ip-list.ts';
import type { Secret } from './secret-dialog.tsx';

export type KeyAct =
  | { readonly kind: 'create' }
  | { readonly kind: 'update'; readonly key: AccessKey }
  | { readonly kind: 'delete'; readonly key: AccessKey };

/** Which dialog of an act is open. */
export type KeyStep = 'closed' | 'addresses' | 'confirming';

/** Creating the key, changing where it may be used from, deleting it: from the first dialog to the last. */
export function useAccessKeyActs() {
  const t = useT();
  // The act stays known while its last dialog closes.
  const [act, setAct] = useState<KeyAct>({ kind: 'create' });
  const [step, setStep] = useState<KeyStep>('closed');
  const [entries, setEntries] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [secret, setSecret] = useState<Secret>();

  const end = (): void => {
    setStep('closed');
    refresh(['access_key']);
  };

  const place = (refused: CallRefused): boolean => {
    if (refused.outcome === 'ip_invalid') {
      setRefusal(problemIn(refused));
      setStep('addresses');
      return true;
    }
    // What the dialog was about is no longer so; the card shows how it is.
    if (['not_found', 'access_key_limit', 'kyc_required'].includes(refused.outcome)) end();
    return false;
  };
  const adding = useConfirmedWrite(accessKeyAdd, place);
  const updating = useConfirmedWrite(accessKeyUpdate, place);
  const deleting = useConfirmedWrite(accessKeyDelete, place);

  const doIt = async (code: string): Promise<void> => {
    if (act.kind === 'create') {
      const added = await adding.send({ ip_permission: [...entries] }, code);
      const { secret: value, access_key: key } = added;
      if (value !== null) setSecret({ label: t('apiManagement.keySecret'), lead: t('apiManagement.secretLead'), value, key });
      // A repeated request is answered without the secret, which was shown once.
      else toast({ message: t('apiManagement.keySecretLost'), type: 'warning', duration: 0 });
      toast.success(t('apiManagement.added'));
    } else if (act.kind === 'update') {
      await updating.send({ access_key: act.key.access_key, ip_permission: [...entries] }, code);
      toast.success(t('apiManagement.modified'));
    } else {
      await deleting.send({ access_key: act.key.access_key }, code);
      toast.success(t('apiManagement.deleted'));
    }
    end();
  };

  const isOpen = (): boolean => {
    if (act.kind === 'create') return adding.isOpen({ ip_permission: [...entries] });
    if (act.kind === 'update') return updating.isOpen({ access_key: act.key.access_key, ip_permission: [...entries] });
    return deleting.isOpen({ access_key: act.key.access_key });
  };

  return {
    act,
    step,
    entries,
    refusal,
    secret,
    codeProblem: { create: adding, update: updating, delete: deleting }[act.kind].codeProblem,
    /** An earlier attempt at the same got no answer. */
    triedBefore: step === 'confirming' && isOpen(),
    begin: (begun: KeyAct): void => {
      setAct(begun);
      setEntries(begun.kind === 'create' ? [] : begun.key.ip_permission);
      setRefusal(undefined);
      for (const write of [adding, updating, deleting]) write.clear();
      setStep(begun.kind === 'delete' ? 'confirming' : 'addresses');
    },
    /** The addresses are chosen. */
    goOn: (chosen: readonly string[]): void => {
      setEntries(chosen);
      setRefusal(undefined);
      if (act.kind === 'update' && sameIps(chosen, act.key.ip_permission)) {
        toast.info(t('apiManagement.nothingChanged'));
        setStep('closed');
      } else setStep('confirming');
    },
    doIt,
    cancel: () => setStep('closed'),
    stored: () => setSecret(undefined),
  };
}

export type AccessKeyActs = ReturnType<typeof useAccessKeyActs>;

/** The server names the entry that is wrong. */
function problemIn(refusal: CallRefused): string {
  const { fields } = (refusal.data ?? {}) as { fields?: readonly { problem?: unknown }[] };
  const problem = Array.isArray(fields) ? (fields[0] as { problem?: unknown } | undefined)?.problem : undefined;
  return typeof problem === 'string' ? problem : refusal.message;
}
