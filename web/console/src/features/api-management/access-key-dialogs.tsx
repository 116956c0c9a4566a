import { accessKeyAdd, accessKeyDelete, accessKeyUpdate } from '@purser/contract/features/access-key';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useConfirmedForm, useTyped } from '../../shared/confirmed-form.ts';
import { useConfirmedWrite } from '../../shared/confirmed-write.ts';
import { useT } from '../../shared/i18n.tsx';
import { refresh } from '../../shared/query.ts';
import type { AccessKey } from './api.ts';
import { IpDialog, ipProblem } from './ip-dialog.tsx';
import { readIpList, sameIps } from './ip-list.ts';
import { IpList } from './ip-list-view.tsx';
import { SecretDialog, type Secret } from './secret-dialog.tsx';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Creates the key: first where it may be used from, then the code, then its secret, once. */
export function CreateKey({ open, onClose }: DialogProps) {
  const t = useT();
  const [secret, setSecret] = useState<Secret>();
  const fields = useForm({ defaultValues: { ip_permission: '' } });
  const entries = readIpList(useTyped(fields).ip_permission);
  const form = useConfirmedForm(accessKeyAdd, fields, {
    problems: { ip_permission: ipProblem(entries, t) },
    review: () => entries,
    contentsOf: (ip_permission) => ({ ip_permission }),
    onDone: ({ secret: value, access_key: key }) => {
      if (value !== null) setSecret({ label: t('apiManagement.keySecret'), lead: t('apiManagement.secretLead'), value, key });
      // A repeated request is answered without the secret, which was shown once.
      else toast({ message: t('apiManagement.keySecretLost'), type: 'warning', duration: 0 });
      toast.success(t('apiManagement.added'));
      end();
    },
    // What the dialog was about is no longer so; the card shows how it is.
    onRefused: (outcome) => {
      const isOver = outcome === 'access_key_limit' || outcome === 'kyc_required';
      if (isOver) end();
      return isOver;
    },
  });
  const close = (): void => {
    onClose();
    form.reset();
  };
  const end = (): void => {
    close();
    refresh(['access_key']);
  };
  return (
    <>
      <IpDialog open={open && !form.confirmation.open} title={t('apiManagement.keyCreate')} form={form} onCancel={close} />
      <ConfirmWithCode
        {...form.confirmation}
        onCancel={close}
        title={t('apiManagement.keyCreate')}
        facts={[{ label: t('apiManagement.ipsLabel'), value: <IpList entries={form.reviewed ?? []} /> }]}
        warning={
          form.triedBefore ? t('apiManagement.triedBefore') : form.reviewed?.length === 0 ? t('apiManagement.ipsAnyWarning') : undefined
        }
        confirmText={t('apiManagement.keyCreate')}
      />
      <SecretDialog secret={secret} onStored={() => setSecret(undefined)} />
    </>
  );
}

/** Changes from where the key may be used. */
export function ChangeIps({ open, onClose, held }: DialogProps & { readonly held: AccessKey }) {
  const t = useT();
  const { access_key } = held;
  const fields = useForm({ values: { ip_permission: held.ip_permission.join('\n') } });
  const entries = readIpList(useTyped(fields).ip_permission);
  const form = useConfirmedForm(accessKeyUpdate, fields, {
    problems: { ip_permission: ipProblem(entries, t) },
    review: () => {
      if (!sameIps(entries, held.ip_permission)) return entries;
      toast.info(t('apiManagement.nothingChanged'));
      close();
      return undefined;
    },
    contentsOf: (ip_permission) => ({ access_key, ip_permission }),
    onDone: () => {
      toast.success(t('apiManagement.modified'));
      end();
    },
    onRefused: (outcome) => {
      if (outcome === 'not_found') end();
      return outcome === 'not_found';
    },
  });
  const close = (): void => {
    onClose();
    form.reset();
  };
  const end = (): void => {
    close();
    refresh(['access_key']);
  };
  return (
    <>
      <IpDialog open={open && !form.confirmation.open} title={t('apiManagement.ipsChange')} form={form} onCancel={close} />
      <ConfirmWithCode
        {...form.confirmation}
        onCancel={close}
        title={t('apiManagement.ipsChange')}
        facts={[
          { label: t('apiManagement.keyId'), value: access_key },
          { label: t('apiManagement.ipsBefore'), value: <IpList entries={held.ip_permission} /> },
          { label: t('apiManagement.ipsAfter'), value: <IpList entries={form.reviewed ?? []} />, strong: true },
        ]}
        warning={
          form.triedBefore ? t('apiManagement.triedBefore') : form.reviewed?.length === 0 ? t('apiManagement.ipsAnyWarning') : undefined
        }
        confirmText={t('apiManagement.ipsChange')}
      />
    </>
  );
}

/** Deletes the key. */
export function DeleteKey({ open, onClose, held }: DialogProps & { readonly held: AccessKey }) {
  const t = useT();
  const contents = { access_key: held.access_key };
  const end = (): void => {
    onClose();
    refresh(['access_key']);
  };
  const write = useConfirmedWrite(accessKeyDelete, ({ outcome }) => {
    if (outcome === 'not_found') end();
    return false;
  });
  return (
    <ConfirmWithCode
      open={open}
      title={t('apiManagement.keyDeleteTitle')}
      facts={[
        { label: t('apiManagement.keyId'), value: held.access_key },
        { label: t('apiManagement.ips'), value: <IpList entries={held.ip_permission} /> },
      ]}
      warning={write.isOpen(contents) ? t('apiManagement.triedBefore') : t('apiManagement.keyDeleteWarning')}
      confirmText={t('apiManagement.keyDelete')}
      danger
      codeProblem={write.codeProblem}
      onConfirm={async (code) => {
        await write.send(contents, code);
        toast.success(t('apiManagement.deleted'));
        end();
      }}
      onCancel={onClose}
      onClosed={write.clear}
    />
  );
}
