import { CallField } from '@purser/console-kit/call-form';
import { KEPT, problemsBySchema, useTyped } from '@purser/console-kit/confirmed-form';
import { NETWORK_KINDS } from '@purser/contract/coin';
import { marketNetworkSave } from '@purser/contract/features/market';
import { Input, Select } from 'antd';
import { useForm } from 'react-hook-form';
import { TermsDialog, useTermsForm } from '../../shared/terms/terms-form.tsx';
import type { NetworkRow } from './api.ts';
import styles from './market.module.css';
import { OnField } from './on-field.tsx';
import { useT } from './texts.ts';

interface NetworkFormProps {
  /** Undefined adds one. */
  readonly network: NetworkRow | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A network with the nodes by which it is reached. */
export function NetworkForm({ network: known, open, onClose }: NetworkFormProps) {
  const t = useT();
  const { network = '', kind = 'evm', endpoints = [], is_on = false } = known ?? {};
  const fields = useForm({ values: { network, kind, endpoints: endpoints.join('\n'), is_on }, resetOptions: KEPT });
  const typed = useTyped(fields);
  const contents = {
    network: typed.network.trim().toUpperCase(),
    kind: typed.kind,
    endpoints: typed.endpoints
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    is_on: typed.is_on,
    before: known ? { endpoints, is_on } : null,
  };
  const form = useTermsForm(marketNetworkSave, fields, {
    problems: problemsBySchema(marketNetworkSave, contents, {
      network: t('market.problem.coin'),
      endpoints: t('market.problem.endpoints'),
    }),
    contents,
    onClose,
  });
  const saved = form.contents;
  return (
    <TermsDialog
      open={open}
      title={known ? t('market.networkOf', { network }) : t('market.networkAdd')}
      form={form}
      facts={[
        { label: t('market.network'), value: saved.network, strong: true },
        { label: t('market.kind'), value: t(`market.kind.${saved.kind}`) },
        { label: t('market.endpoints'), value: saved.endpoints.join(', ') || t('market.endpointsNone') },
        { label: t('market.state'), value: t(saved.is_on ? 'market.on' : 'market.off') },
      ]}
      warning={t('market.networksHint')}
    >
      <CallField form={form} name="network" label={t('market.network')} hint={t('market.networkHint')}>
        {(control) => <Input {...control} value={String(control.value)} maxLength={12} disabled={known !== undefined} />}
      </CallField>
      <CallField form={form} name="kind" label={t('market.kind')} hint={t('market.kindHint')}>
        {(control) => (
          <Select
            {...control}
            disabled={known !== undefined}
            options={NETWORK_KINDS.map((value) => ({ value, label: t(`market.kind.${value}`) }))}
          />
        )}
      </CallField>
      <div className={styles.wide}>
        <CallField form={form} name="endpoints" label={t('market.endpoints')} hint={t('market.endpointsHint')}>
          {(control) => (
            <Input.TextArea {...control} value={String(control.value)} autoSize={{ minRows: 2, maxRows: 10 }} spellCheck={false} />
          )}
        </CallField>
      </div>
      <OnField form={form} />
    </TermsDialog>
  );
}
