import type { Call } from '@purser/contract/call';
import { ConfirmWithCode, type ConfirmFact } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { useForm } from 'react-hook-form';
import type { ActSteps } from '@purser/console-kit/confirmed-act';
import { useConfirmedDialog, useTyped } from '@purser/console-kit/confirmed-form';
import { useT } from './texts.ts';
import { IpDialog, ipProblem } from './ip-dialog.tsx';
import { readIpList, sameIps } from './ip-list.ts';

/** From where a key may be used, and from where it might before; undefined for a key that is yet to be made. */
interface Ips {
  readonly entries: readonly string[];
  readonly before: readonly string[] | undefined;
}

export interface IpsFormProps<C extends Call> extends Pick<ActSteps<C, Ips>, 'contentsOf' | 'onDone'> {
  readonly call: C;
  readonly open: boolean;
  readonly onClose: () => void;
  /** What is done, for both dialogs and the button. */
  readonly title: string;
  /** From where the key may be used so far; undefined for a key that is yet to be made. */
  readonly held?: readonly string[];
  /** As it is now: somebody may have changed it since the dialog was opened. Undefined where that is not known. */
  readonly askNow?: () => Promise<readonly string[] | undefined>;
  readonly factsOf: (reviewed: Ips) => readonly ConfirmFact[];
  /** After these refusals what the dialog was about is no longer so; the card shows how it is. */
  readonly endedBy: readonly string[];
}

/** From where a key may be used: first the addresses, then the code. */
export function IpsForm<C extends Call>({
  call,
  open,
  onClose,
  title,
  held,
  askNow,
  factsOf,
  contentsOf,
  onDone,
  endedBy,
}: IpsFormProps<C>) {
  const t = useT();
  const fields = useForm({ values: { ip_permission: held?.join('\n') ?? '' } });
  const entries: readonly string[] = readIpList(useTyped(fields).ip_permission);
  const form = useConfirmedDialog(call, fields, {
    problems: { ip_permission: ipProblem(entries, t) },
    review: async (_refuse, ifAwaited): Promise<Ips | undefined> => {
      const before = (await askNow?.()) ?? held;
      if (before === undefined || !sameIps(entries, before)) return { entries, before };
      return ifAwaited(() => {
        toast.info(t('apiManagement.nothingChanged'));
        form.close();
      });
    },
    contentsOf,
    onDone,
    onClose,
    changes: ['access_key'],
    endedBy,
  });
  const reviewed = form.reviewed ?? { entries: [], before: held };
  return (
    <>
      <IpDialog open={open} title={title} form={form} onCancel={form.close} />
      <ConfirmWithCode
        {...form.confirmation}
        title={title}
        facts={factsOf(reviewed)}
        warning={reviewed.entries.length === 0 ? t('apiManagement.ipsAnyWarning') : undefined}
        confirmText={title}
      />
    </>
  );
}
