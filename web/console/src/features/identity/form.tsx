import { CallField, CallForm } from '@purser/console-kit/call-form';
import { type FormState, problemsBySchema, useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { refresh } from '@purser/console-kit/query';
import { identitySubmit } from '@purser/contract/features/identity';
import {
  type DocumentName,
  documentsOf,
  ID_TYPES,
  type IdentityKind,
  IDENTITY_KINDS,
  type IdType,
  LONGEST_COMPANY_ADDRESS,
  LONGEST_COMPANY_NAME,
  LONGEST_ID_NUMBER,
  LONGEST_PERSON_NAME,
  LONGEST_REGISTRATION_NUMBER,
} from '@purser/contract/identity';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Button, Input, Select } from 'antd';
import { useForm } from 'react-hook-form';
import { DocumentField } from './document-field.tsx';
import styles from './identity.module.css';
import { useT } from './texts.ts';

const EMPTY = {
  kind: 'person' as IdentityKind,
  surname: '',
  middle_name: '',
  name: '',
  id_type: 'id_card' as IdType,
  id_number: '',
  company_name: '',
  registration_number: '',
  company_address: '',
  front_file_id: '',
  back_file_id: '',
  holder_file_id: '',
  registration_file_id: '',
};
export type Typed = typeof EMPTY;

const COMPANY_FIELDS = ['company_name', 'registration_number', 'company_address'] as const;

/** What is typed, as the call takes it: what the kind and the document do not ask for is left out. */
function contentsOf(typed: Typed) {
  const wanted = documentsOf(typed.kind, typed.id_type);
  const fileOf = (name: DocumentName) => (wanted.includes(name) ? typed[`${name}_file_id`] || null : null);
  const ofCompany = (text: string) => (typed.kind === 'company' ? text.trim() : '');
  return {
    kind: typed.kind,
    surname: typed.surname.trim(),
    middle_name: typed.middle_name.trim(),
    name: typed.name.trim(),
    id_type: typed.id_type,
    id_number: typed.id_number.trim(),
    company_name: ofCompany(typed.company_name),
    registration_number: ofCompany(typed.registration_number),
    company_address: ofCompany(typed.company_address),
    front_file_id: fileOf('front'),
    back_file_id: fileOf('back'),
    holder_file_id: fileOf('holder'),
    registration_file_id: fileOf('registration'),
  };
}

/** The form by which an identity is handed in, the first time or again. */
export function IdentityForm({ again }: { readonly again: boolean }) {
  const t = useT();
  const fields = useForm<Typed>({ defaultValues: EMPTY });
  const typed = useTyped(fields);
  const contents = contentsOf(typed);
  const isCompany = typed.kind === 'company';
  const wanted = documentsOf(typed.kind, typed.id_type);
  const missing = t('identity.incomplete');
  const form = useConfirmedForm(identitySubmit, fields, {
    problems: {
      ...problemsBySchema(identitySubmit, contents, {
        surname: contents.surname === '' ? missing : t('identity.nameWrong'),
        middle_name: t('identity.nameWrong'),
        name: contents.name === '' ? missing : t('identity.nameWrong'),
        id_number: contents.id_number === '' ? missing : t('identity.numberWrong'),
      }),
      ...Object.fromEntries(COMPANY_FIELDS.map((field) => [field, isCompany && contents[field] === '' ? missing : undefined])),
      ...Object.fromEntries(wanted.map((name) => [`${name}_file_id`, contents[`${name}_file_id`] === null ? missing : undefined])),
    },
    review: () => contents,
    contentsOf: (reviewed: typeof contents) => reviewed,
    onDone: () => {
      toast.success(t('identity.submitted'));
      form.reset();
      refresh(['identity']);
    },
    onRefused: (outcome) => {
      const isOver = outcome === 'identity_under_review' || outcome === 'identity_approved';
      if (isOver) refresh(['identity']);
      return isOver;
    },
  });
  const reviewed = form.reviewed ?? contents;
  return (
    <>
      <CallForm form={form} className={styles.form} unsaved={fields.formState.isDirty}>
        <p className={styles.lead}>{t('identity.lead')}</p>
        <CallField form={form} name="kind" label={t('identity.kind')}>
          {(control) => (
            <Select {...control} virtual={false} options={IDENTITY_KINDS.map((value) => ({ value, label: t(`identity.kind.${value}`) }))} />
          )}
        </CallField>
        {isCompany && <CompanyFields form={form} />}
        <PersonFields form={form} isCompany={isCompany} />
        {wanted.map((name) => (
          <DocumentField key={name} form={form} document={name} />
        ))}
        <Button type="primary" htmlType="submit" className={styles.submit ?? ''} loading={form.reviewing}>
          {t(again ? 'identity.submitAgain' : 'identity.submit')}
        </Button>
      </CallForm>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('identity.confirmTitle')}
        facts={[
          ...(reviewed.company_name === '' ? [] : [{ label: t('identity.companyName'), value: reviewed.company_name }]),
          { label: t('identity.fullName'), value: [reviewed.surname, reviewed.middle_name, reviewed.name].filter(Boolean).join(' ') },
          { label: t(`identity.idType.${reviewed.id_type}`), value: reviewed.id_number, strong: true },
        ]}
        warning={t('identity.confirmWarning')}
        confirmText={t('identity.submit')}
      />
    </>
  );
}

interface FieldsProps {
  readonly form: FormState<Typed>;
}

function CompanyFields({ form }: FieldsProps) {
  const t = useT();
  return (
    <>
      <CallField form={form} name="company_name" label={t('identity.companyName')}>
        {(control) => <Input {...control} autoComplete="organization" maxLength={LONGEST_COMPANY_NAME} />}
      </CallField>
      <CallField form={form} name="registration_number" label={t('identity.registrationNumber')}>
        {(control) => <Input {...control} autoComplete="off" spellCheck={false} maxLength={LONGEST_REGISTRATION_NUMBER} />}
      </CallField>
      <CallField form={form} name="company_address" label={t('identity.companyAddress')}>
        {(control) => <Input {...control} autoComplete="street-address" maxLength={LONGEST_COMPANY_ADDRESS} />}
      </CallField>
    </>
  );
}

/** The person; of a company, whoever represents it. */
function PersonFields({ form, isCompany }: FieldsProps & { readonly isCompany: boolean }) {
  const t = useT();
  return (
    <>
      {isCompany && <p className={styles.lead}>{t('identity.representative')}</p>}
      <div className={styles.names}>
        <CallField form={form} name="surname" label={t('identity.surname')}>
          {(control) => <Input {...control} autoComplete="family-name" maxLength={LONGEST_PERSON_NAME} />}
        </CallField>
        <CallField form={form} name="middle_name" label={t('identity.middleName')}>
          {(control) => <Input {...control} autoComplete="additional-name" maxLength={LONGEST_PERSON_NAME} />}
        </CallField>
        <CallField form={form} name="name" label={t('identity.name')}>
          {(control) => <Input {...control} autoComplete="given-name" maxLength={LONGEST_PERSON_NAME} />}
        </CallField>
      </div>
      <CallField form={form} name="id_type" label={t('identity.idType')}>
        {(control) => (
          <Select {...control} virtual={false} options={ID_TYPES.map((value) => ({ value, label: t(`identity.idType.${value}`) }))} />
        )}
      </CallField>
      <CallField form={form} name="id_number" label={t('identity.idNumber')} hint={t('identity.idNumberHint')}>
        {(control) => <Input {...control} autoComplete="off" spellCheck={false} maxLength={LONGEST_ID_NUMBER} />}
      </CallField>
    </>
  );
}
