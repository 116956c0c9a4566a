import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { askAnew, refresh } from '@purser/console-kit/query';
import type { Secret } from '@purser/console-kit/secret-dialog';
import {
  webhookEndpointAdd,
  webhookEndpointDelete,
  webhookEndpointRotateSecret,
  webhookEndpointUpdate,
} from '@purser/contract/features/webhook';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { useState } from 'react';
import { type Endpoint, endpoints } from './api.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { useT, type T } from './texts.ts';

const NEW = { name: '', address: '', events: null, is_on: true } as const;

/** Adds an endpoint: what it is, the code, then its secret, once. */
export function AddEndpoint(dialog: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useT();
  const [secret, setSecret] = useState<Secret>();
  return (
    <>
      <EndpointForm
        {...dialog}
        call={webhookEndpointAdd}
        title={t('cutIn.add')}
        held={NEW}
        contentsOf={({ name, address, events }) => ({ name, address, events })}
        onDone={({ secret: value }) => {
          told(value, setSecret, t);
          toast.success(t('cutIn.added'));
        }}
        endedBy={['webhook_endpoint_limit']}
      />
      <SecretDialog secret={secret} onStored={() => setSecret(undefined)} />
    </>
  );
}

/** Changes an endpoint, or switches it on or off. */
export function ChangeEndpoint({ held, onClose }: { readonly held: Endpoint; readonly onClose: () => void }) {
  const t = useT();
  return (
    <EndpointForm
      open
      onClose={onClose}
      call={webhookEndpointUpdate}
      title={t('cutIn.changeTitle')}
      held={held}
      askNow={async () => (await askAnew(endpoints))?.list.find(({ endpoint_id }) => endpoint_id === held.endpoint_id)}
      withSwitch
      contentsOf={(contents) => ({ endpoint_id: held.endpoint_id, ...contents })}
      onDone={() => toast.success(t('cutIn.modified'))}
      endedBy={['not_found']}
    />
  );
}

/** Makes a new secret for the endpoint that it is begun with. */
export function useRotation() {
  const t = useT();
  const [secret, setSecret] = useState<Secret>();
  const act = useConfirmedAct(webhookEndpointRotateSecret, {
    contentsOf: ({ endpoint_id }: Endpoint) => ({ endpoint_id }),
    onDone: ({ secret: value }) => {
      told(value, setSecret, t);
      refresh(['webhooks']);
    },
    onRefused: isGone,
  });
  return { act, secret, setSecret };
}

export function RotateSecret({ rotation: { act, secret, setSecret } }: { readonly rotation: ReturnType<typeof useRotation> }) {
  const t = useT();
  return (
    <>
      <ConfirmWithCode
        {...act.confirmation}
        title={t('cutIn.rotateTitle')}
        facts={[{ label: t('cutIn.webhookAddress'), value: act.reviewed?.address }]}
        warning={t('cutIn.rotateWarning')}
        confirmText={t('cutIn.rotate')}
        danger
      />
      <SecretDialog secret={secret} onStored={() => setSecret(undefined)} />
    </>
  );
}

/** Deletes the endpoint that it is begun with. */
export function useDeletion() {
  const t = useT();
  return useConfirmedAct(webhookEndpointDelete, {
    contentsOf: ({ endpoint_id }: Endpoint) => ({ endpoint_id }),
    onDone: () => {
      toast.success(t('cutIn.deleted'));
      refresh(['webhooks']);
    },
    onRefused: isGone,
  });
}

export function DeleteEndpoint({ deletion }: { readonly deletion: ReturnType<typeof useDeletion> }) {
  const t = useT();
  return (
    <ConfirmWithCode
      {...deletion.confirmation}
      title={t('cutIn.deleteTitle')}
      facts={[{ label: t('cutIn.webhookAddress'), value: deletion.reviewed?.address }]}
      warning={t('cutIn.deleteWarning')}
      confirmText={t('cutIn.delete')}
      danger
    />
  );
}

/** After this refusal the endpoint is no more: the card shows how it is. */
function isGone(outcome: string): boolean {
  if (outcome !== 'not_found') return false;
  refresh(['webhooks']);
  return true;
}

function told(value: string | null, show: (secret: Secret) => void, t: T): void {
  if (value !== null) show({ label: t('cutIn.webhookSecret'), lead: t('cutIn.webhookSecretLead'), value });
  // A repeated request is answered without the secret, which was shown once.
  else toast({ message: t('cutIn.secretLost'), type: 'warning', duration: 0 });
}
