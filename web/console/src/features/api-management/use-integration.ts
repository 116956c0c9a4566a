import { webhookUpdate } from '@purser/contract/features/webhook';
import { focusFirstProblem } from '@purser/ui/form-field';
import { LONGEST_ORDER_LIFETIME_MIN, SHORTEST_ORDER_LIFETIME_MIN } from '@purser/contract/payment-order';
import { toast } from '@purser/ui/toast';
import { useState, type RefObject } from 'react';
import { useConfirmedWrite } from '../../shared/confirmed-write.ts';
import { useT } from '../../shared/i18n.tsx';
import { queryClient } from '../../shared/query.ts';
import { integration, type Integration } from './api.ts';
import {
  changedFields,
  contentsOf,
  draftOf,
  fieldOfRefusal,
  wrongFields,
  type IntegrationDraft,
  type IntegrationField,
} from './integration-form.ts';
import type { Secret } from './secret-dialog.tsx';

/** The integration settings as they are typed, and their way through the confirmation. */
export function useIntegration(saved: Integration, form: RefObject<HTMLElement | null>) {
  const t = useT();
  // Only what was typed is held here: the rest follows what is saved.
  const [typed, setTyped] = useState<Partial<IntegrationDraft>>({});
  const [submitted, setSubmitted] = useState(false);
  const [refusals, setRefusals] = useState<Partial<Record<IntegrationField, string | undefined>>>({});
  const [confirming, setConfirming] = useState(false);
  const [secret, setSecret] = useState<Secret>();

  const draft = { ...draftOf(saved), ...typed };
  const contents = contentsOf(draft);
  const wrong = submitted ? wrongFields(draft) : [];

  const write = useConfirmedWrite(webhookUpdate, (refusal) => {
    const field = fieldOfRefusal(refusal);
    if (!field) return false;
    setConfirming(false);
    setRefusals({ [field]: refusal.message });
    return true;
  });

  const problemOf = (field: IntegrationField): string | undefined => {
    if (refusals[field] !== undefined) return refusals[field];
    if (!wrong.includes(field)) return undefined;
    return field === 'order_lifetime_min'
      ? t('apiManagement.lifetimeHint', { shortest: SHORTEST_ORDER_LIFETIME_MIN, longest: LONGEST_ORDER_LIFETIME_MIN })
      : t('apiManagement.addressWrong');
  };

  const submit = (): void => {
    setSubmitted(true);
    // What was refused before may be in order by now; it is asked again.
    setRefusals({});
    if (wrongFields(draft).length > 0) return focusFirstProblem(form.current);
    if (changedFields(saved, contents).length === 0) return void toast.info(t('apiManagement.nothingChanged'));
    write.clear();
    setConfirming(true);
  };

  const save = async (code: string): Promise<void> => {
    const answer = await write.send(contents, code);
    setConfirming(false);
    setTyped({});
    setSubmitted(false);
    toast.success(t('apiManagement.modified'));
    if (answer.secret !== null)
      setSecret({ label: t('apiManagement.webhookSecret'), lead: t('apiManagement.webhookSecretLead'), value: answer.secret });
    // A repeated request is answered without the secret, which is in no store.
    else if (makesSecret) toast({ message: t('apiManagement.secretLost'), type: 'warning', duration: 0 });
    await queryClient.invalidateQueries({ queryKey: integration.queryKey });
  };

  const makesSecret = !saved.has_secret && contents.webhook_address !== '';
  return {
    draft,
    contents,
    changes: changedFields(saved, contents),
    confirming,
    secret,
    makesSecret,
    codeProblem: write.codeProblem,
    /** An earlier attempt at the same got no answer. */
    triedBefore: confirming && write.isOpen(contents),
    problemOf,
    change: (field: IntegrationField, value: string): void => {
      setTyped((before) => ({ ...before, [field]: value }));
      setRefusals((before) => ({ ...before, [field]: undefined }));
    },
    submit,
    save,
    cancel: () => setConfirming(false),
    stored: () => setSecret(undefined),
  };
}

export type IntegrationState = ReturnType<typeof useIntegration>;
