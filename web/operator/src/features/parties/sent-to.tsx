import { CallField, useCallField } from '@purser/console-kit/call-form';
import type { FormState } from '@purser/console-kit/confirmed-form';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@purser/contract/language';
import { FormField } from '@purser/ui/form-field';
import { Input, Select } from 'antd';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useT } from './texts.ts';

/** Where a link is sent to, as it is typed: nowhere while the address is empty. */
export interface TypedAddress extends FieldValues {
  mail: string;
  language: Language;
}

/** As the calls take it. */
export function sentTo({ mail, language }: TypedAddress): { mail?: string; language?: Language } {
  return mail.trim() === '' ? {} : { mail: mail.trim(), language };
}

/** The fields for it: the language of the mail is asked for once there is an address. */
export function SentTo<Typed extends TypedAddress>({ form, mail }: { readonly form: FormState<Typed>; readonly mail: string }) {
  const t = useT();
  const { field } = useCallField(form, 'language' as FieldPath<Typed>);
  return (
    <>
      <CallField form={form} name={'mail' as FieldPath<Typed>} label={t('party.linkMail')} hint={t('party.linkMailHint')}>
        {(control) => <Input {...control} value={mail} type="email" autoComplete="off" maxLength={254} />}
      </CallField>
      {mail.trim() !== '' && (
        <FormField label={t('party.linkLanguage')}>
          {({ id }) => (
            <Select
              id={id}
              value={field.value as Language}
              onChange={field.onChange}
              options={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
            />
          )}
        </FormField>
      )}
    </>
  );
}
