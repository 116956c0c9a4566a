import { PlusOutlined } from '@ant-design/icons';
import { CallField, CallForm, useCallField } from '@purser/console-kit/call-form';
import { problemsBySchema, useConfirmedForm, useTyped, type FormState } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { useI18n } from '@purser/console-kit/i18n';
import { refresh } from '@purser/console-kit/query';
import { merchantAdmit } from '@purser/contract/features/merchant-set-up';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAllowed } from '../../shared/session.ts';
import { LinkDialog, tellLink, type ShownLink } from './link-dialog.tsx';
import { MarketChoice } from './market-choice.tsx';
import styles from './parties.module.css';
import { SentTo, sentTo, type TypedAddress } from './sent-to.tsx';
import { useT } from './texts.ts';

interface Typed extends TypedAddress {
  name: string;
  username: string;
  markets: string[];
}

/** For whoever may: a button that admits a merchant. First who and where, then the code, then the link. */
export function Admit() {
  const t = useT();
  const isAllowed = useAllowed();
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState<ShownLink>();
  if (!isAllowed('party.admit')) return null;
  return (
    <>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('party.admit')}
      </Button>
      <AdmitDialog open={open} onClose={() => setOpen(false)} onLink={setLink} />
      <LinkDialog link={link} onStored={() => setLink(undefined)} />
    </>
  );
}

interface AdmitDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onLink: (link: ShownLink) => void;
}

function AdmitDialog({ open, onClose, onLink }: AdmitDialogProps) {
  const t = useT();
  const { language } = useI18n();
  const fields = useForm<Typed>({ defaultValues: { name: '', username: '', markets: [], mail: '', language } });
  const typed = useTyped(fields);
  const contents = {
    name: typed.name.trim(),
    username: typed.username.trim().toLowerCase(),
    markets: [...typed.markets],
    ...sentTo(typed),
  };
  const form = useConfirmedForm(merchantAdmit, fields, {
    problems: problemsBySchema(merchantAdmit, contents, {
      name: t('party.nameRequired'),
      username: t('party.usernameProblem'),
      markets: t('party.marketRequired'),
      mail: t('party.linkMailProblem'),
    }),
    review: () => contents,
    contentsOf: (reviewed) => reviewed,
    onDone: (answer, { name, mail }) => {
      toast.success(t('party.admitted', { name }));
      tellLink({ name, mail, answer }, t, onLink);
      close();
      refresh(['party']);
    },
  });
  const close = (): void => {
    onClose();
    form.reset();
  };
  const { reviewed } = form;
  return (
    <>
      <FormDialog form={form} open={open} title={t('party.admit')} onCancel={close}>
        <AdmitForm form={form} mail={typed.mail} />
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('party.admit')}
        facts={[
          { label: t('party.name'), value: reviewed?.name, strong: true },
          { label: t('party.username'), value: reviewed?.username },
          { label: t('party.markets'), value: reviewed?.markets.join(', ') },
          ...(reviewed?.mail === undefined ? [] : [{ label: t('party.linkMail'), value: reviewed.mail }]),
        ]}
        warning={t('party.admitWarning')}
        confirmText={t('party.admit')}
      />
    </>
  );
}

function AdmitForm({ form, mail }: { readonly form: FormState<Typed>; readonly mail: string }) {
  const t = useT();
  const markets = useCallField(form, 'markets');
  return (
    <CallForm form={form} className={styles.form}>
      <p>{t('party.admitLead')}</p>
      <CallField form={form} name="name" label={t('party.name')} hint={t('party.nameHint')}>
        {(control) => <Input {...control} autoComplete="off" maxLength={100} />}
      </CallField>
      <CallField form={form} name="username" label={t('party.username')} hint={t('party.usernameProblem')}>
        {(control) => <Input {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={64} />}
      </CallField>
      <MarketChoice value={markets.field.value as string[]} onChange={markets.field.onChange} problem={markets.problem} />
      <SentTo form={form} mail={mail} />
      <Button type="primary" htmlType="submit" block>
        {t('party.continue')}
      </Button>
    </CallForm>
  );
}
