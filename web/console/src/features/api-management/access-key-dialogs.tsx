import { ConfirmWithCode, type ConfirmFact } from '@purser/ui/confirm-with-code';
import { useT, type T } from '../../shared/i18n.tsx';
import { IpDialog } from './ip-dialog.tsx';
import { IpList } from './ip-list-view.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import type { AccessKeyActs } from './use-access-key-acts.ts';

export function AccessKeyDialogs({ acts }: { readonly acts: AccessKeyActs }) {
  const t = useT();
  const { kind } = acts.act;
  const titles = { create: t('apiManagement.keyCreate'), update: t('apiManagement.ipsChange'), delete: t('apiManagement.keyDeleteTitle') };
  const verbs = { create: t('apiManagement.keyCreate'), update: t('apiManagement.ipsChange'), delete: t('apiManagement.keyDelete') };
  return (
    <>
      <IpDialog
        open={acts.step === 'addresses'}
        title={titles[kind]}
        entries={acts.entries}
        refusal={acts.refusal}
        onContinue={acts.goOn}
        onCancel={acts.cancel}
      />
      <ConfirmWithCode
        open={acts.step === 'confirming'}
        title={titles[kind]}
        facts={factsOf(acts, t)}
        warning={acts.triedBefore ? t('apiManagement.triedBefore') : warningOf(acts, t)}
        confirmText={verbs[kind]}
        danger={kind === 'delete'}
        codeProblem={acts.codeProblem}
        onConfirm={acts.doIt}
        onCancel={acts.cancel}
      />
      <SecretDialog secret={acts.secret} onStored={acts.stored} />
    </>
  );
}

function factsOf({ act, entries }: AccessKeyActs, t: T): ConfirmFact[] {
  const permitted = <IpList entries={entries} />;
  if (act.kind === 'create') return [{ label: t('apiManagement.ipsLabel'), value: permitted }];
  const key = { label: t('apiManagement.keyId'), value: act.key.access_key };
  if (act.kind === 'delete') return [key, { label: t('apiManagement.ips'), value: permitted }];
  return [
    key,
    { label: t('apiManagement.ipsBefore'), value: <IpList entries={act.key.ip_permission} /> },
    { label: t('apiManagement.ipsAfter'), value: permitted, strong: true },
  ];
}

function warningOf({ act, entries }: AccessKeyActs, t: T): string | undefined {
  if (act.kind === 'delete') return t('apiManagement.keyDeleteWarning');
  return entries.length === 0 ? t('apiManagement.ipsAnyWarning') : undefined;
}
