import { CallForm } from '@purser/console-kit/call-form';
import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { problemsBySchema, useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { useI18n } from '@purser/console-kit/i18n';
import { refresh } from '@purser/console-kit/query';
import { merchantSetUpLinkMake, merchantSetUpLinkWithdraw } from '@purser/contract/features/merchant-set-up';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { formatInstant } from '@purser/ui/instant-text';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAllowed } from '../../shared/session.ts';
import { setUpLinkOf } from './admission-api.ts';
import { LinkDialog, tellLink, type ShownLink } from './link-dialog.tsx';
import styles from './parties.module.css';
import { SentTo, sentTo, type TypedAddress } from './sent-to.tsx';
import { useT } from './texts.ts';

interface OfMerchant {
  readonly merchantId: number;
  readonly name: string;
}

/** A link that is ended, by when it was made. */
interface Ending extends OfMerchant {
  readonly before: string;
}

/** That a merchant has yet to choose password and authenticator, by which link, and what staff can do about it. */
export function SetUpLink({ merchantId, name }: OfMerchant) {
  const t = useT();
  const isAllowed = useAllowed();
  const { data } = useQuery(setUpLinkOf(merchantId));
  const [making, setMaking] = useState(false);
  const [shown, setShown] = useState<ShownLink>();
  const withdrawal = useConfirmedAct(merchantSetUpLinkWithdraw, {
    contentsOf: ({ merchantId: merchant_id, before }: Ending) => ({ merchant_id, before }),
    onDone: () => {
      toast.success(t('party.linkWithdrawn'));
      refresh(['party']);
    },
    onRefused: (outcome) => {
      // It was used, withdrawn or replaced meanwhile.
      const isChanged = outcome === 'not_found' || outcome === 'terms_changed';
      if (isChanged) refresh(['party']);
      return isChanged;
    },
  });
  if (data === undefined) return null;
  const { link } = data;
  return (
    <section className={styles.pending} aria-label={t('party.setUpTitle')}>
      <p>{link ? t('party.setUpWaiting', { time: formatInstant(link.expires_at) }) : t('party.setUpNoLink')}</p>
      {isAllowed('party.admit') && (
        <div className={styles.acts}>
          <Button onClick={() => setMaking(true)}>{t('party.linkMake')}</Button>
          {link && (
            <Button onClick={() => withdrawal.begin({ merchantId, name, before: link.create_time })}>{t('party.linkWithdraw')}</Button>
          )}
        </div>
      )}
      <MakeLink
        merchantId={merchantId}
        name={name}
        before={link?.create_time ?? null}
        open={making}
        onClose={() => setMaking(false)}
        onLink={setShown}
      />
      <LinkDialog link={shown} onStored={() => setShown(undefined)} />
      <ConfirmWithCode
        {...withdrawal.confirmation}
        title={t('party.linkWithdraw')}
        facts={[
          { label: t('party.name'), value: name, strong: true },
          ...(withdrawal.reviewed ? [{ label: t('party.linkEnds'), value: formatInstant(withdrawal.reviewed.before) }] : []),
        ]}
        warning={t('party.linkWithdrawWarning')}
        confirmText={t('party.linkWithdraw')}
        danger
      />
    </section>
  );
}

interface MakeLinkProps extends OfMerchant {
  /** When the link was made that works now, and will not once another is made. */
  readonly before: string | null;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onLink: (link: ShownLink) => void;
}

function MakeLink({ merchantId, name, before, open, onClose, onLink }: MakeLinkProps) {
  const t = useT();
  const { language } = useI18n();
  const fields = useForm<TypedAddress>({ defaultValues: { mail: '', language } });
  const typed = useTyped(fields);
  const contents = { merchant_id: merchantId, ...sentTo(typed), before };
  const form = useConfirmedForm(merchantSetUpLinkMake, fields, {
    problems: problemsBySchema(merchantSetUpLinkMake, contents, { mail: t('party.linkMailProblem') }),
    review: () => contents,
    contentsOf: (reviewed) => reviewed,
    onDone: (answer, { mail }) => {
      tellLink({ name, mail, answer }, t, onLink);
      close();
      refresh(['party']);
    },
    onRefused: (outcome) => {
      // The merchant was quicker, or another member.
      const isChanged = outcome === 'merchant_set_up_already' || outcome === 'terms_changed';
      if (isChanged) refresh(['party']);
      return isChanged;
    },
  });
  const close = (): void => {
    onClose();
    form.reset();
  };
  return (
    <>
      <FormDialog form={form} open={open} title={t('party.linkMake')} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <p>{t('party.linkMakeLead', { name })}</p>
          <SentTo form={form} mail={typed.mail} />
          <Button type="primary" htmlType="submit" block>
            {t('party.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('party.linkMake')}
        facts={[
          { label: t('party.name'), value: name, strong: true },
          ...(form.reviewed?.before ? [{ label: t('party.linkEnds'), value: formatInstant(form.reviewed.before) }] : []),
          ...(form.reviewed?.mail === undefined ? [] : [{ label: t('party.linkMail'), value: form.reviewed.mail }]),
        ]}
        warning={t('party.linkMakeWarning')}
        confirmText={t('party.linkMake')}
      />
    </>
  );
}
