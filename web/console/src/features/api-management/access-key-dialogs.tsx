import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { askAnew, refresh } from '@purser/console-kit/query';
import type { Secret } from '@purser/console-kit/secret-dialog';
import { accessKeyAdd, accessKeyDelete, accessKeyUpdate } from '@purser/contract/features/access-key';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { useState } from 'react';
import { useT } from './texts.ts';
import { accessKeys, type AccessKey } from './api.ts';
import { IpList } from './ip-list-view.tsx';
import { IpsForm } from './ips-form.tsx';
import { SecretDialog } from './secret-dialog.tsx';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Creates the key: first where it may be used from, then the code, then its secret, once. */
export function CreateKey(dialog: DialogProps) {
  const t = useT();
  const [secret, setSecret] = useState<Secret>();
  return (
    <>
      <IpsForm
        {...dialog}
        call={accessKeyAdd}
        title={t('apiManagement.keyCreate')}
        factsOf={({ entries }) => [{ label: t('apiManagement.ipsLabel'), value: <IpList entries={entries} /> }]}
        contentsOf={({ entries }) => ({ ip_permission: [...entries] })}
        onDone={({ secret: value, access_key: key }) => {
          if (value !== null)
            setSecret({
              label: t('apiManagement.keySecret'),
              lead: t('apiManagement.secretLead'),
              value,
              beside: { label: t('apiManagement.keyId'), value: key },
            });
          // A repeated request is answered without the secret, which was shown once.
          else toast({ message: t('apiManagement.keySecretLost'), type: 'warning', duration: 0 });
          toast.success(t('apiManagement.added'));
        }}
        endedBy={['access_key_limit', 'kyc_required']}
      />
      <SecretDialog secret={secret} onStored={() => setSecret(undefined)} />
    </>
  );
}

/** Changes from where the key may be used. */
export function ChangeIps({ held, ...dialog }: DialogProps & { readonly held: AccessKey }) {
  const t = useT();
  const { access_key, ip_permission } = held;
  return (
    <IpsForm
      {...dialog}
      call={accessKeyUpdate}
      title={t('apiManagement.ipsChange')}
      held={ip_permission}
      askNow={async () => (await askAnew(accessKeys))?.list.find((key) => key.access_key === access_key)?.ip_permission}
      factsOf={({ entries, before }) => [
        { label: t('apiManagement.keyId'), value: access_key },
        { label: t('apiManagement.ipsBefore'), value: <IpList entries={before ?? []} /> },
        { label: t('apiManagement.ipsAfter'), value: <IpList entries={entries} />, strong: true },
      ]}
      contentsOf={({ entries }) => ({ access_key, ip_permission: [...entries] })}
      onDone={() => toast.success(t('apiManagement.modified'))}
      endedBy={['not_found']}
    />
  );
}

/** Deletes the key that it is begun with. */
export function useDeleteKey() {
  const t = useT();
  return useConfirmedAct(accessKeyDelete, {
    contentsOf: ({ access_key }: AccessKey) => ({ access_key }),
    onDone: () => {
      toast.success(t('apiManagement.deleted'));
      refresh(['access_key']);
    },
    onRefused: (outcome) => {
      const isGone = outcome === 'not_found';
      if (isGone) refresh(['access_key']);
      return isGone;
    },
  });
}

/** Asks for the code that deletes the key. */
export function DeleteKey({ deletion }: { readonly deletion: ReturnType<typeof useDeleteKey> }) {
  const t = useT();
  const { reviewed: held, confirmation } = deletion;
  return (
    <ConfirmWithCode
      {...confirmation}
      title={t('apiManagement.keyDeleteTitle')}
      facts={[
        { label: t('apiManagement.keyId'), value: held?.access_key },
        { label: t('apiManagement.ips'), value: <IpList entries={held?.ip_permission ?? []} /> },
      ]}
      warning={t('apiManagement.keyDeleteWarning')}
      confirmText={t('apiManagement.keyDelete')}
      danger
    />
  );
}
