import type { CallRefused } from '@purser/client/transport';
import { useI18n } from '@purser/console-kit/i18n';
import { refusedField } from '@purser/console-kit/refused-field';
import { LONGEST_BODY, LONGEST_SMS, LONGEST_SUBJECT, messageTemplateChange } from '@purser/contract/features/message';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, type Language } from '@purser/contract/language';
import { FormField } from '@purser/ui/form-field';
import { toast } from '@purser/ui/toast';
import { Button, Input, Select } from 'antd';
import { useState, type FormEvent } from 'react';
import { useAllowed } from '../../shared/session.ts';
import { changeWording, resetWording, type Template, type Wording } from './api.ts';
import styles from './message.module.css';
import { told } from './refused.ts';
import { useT } from './texts.ts';

/** The words of one message, language by language. */
export function WordingEditor({ template }: { readonly template: Template }) {
  const t = useT();
  const { language: own } = useI18n();
  const [language, setLanguage] = useState<Language>(own);
  const wording = template.wordings.find((one) => one.language === language);
  return (
    <div className={styles.editor}>
      <FormField label={t('message.language')}>
        {(control) => (
          <Select
            {...control}
            value={language}
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            onChange={setLanguage}
          />
        )}
      </FormField>
      {/* Made anew for each language, and when somebody has changed the words. */}
      {wording && <WordingForm key={`${language} ${wording.version}`} template={template} wording={wording} />}
    </div>
  );
}

type Field = 'subject' | 'body';

function WordingForm({
  template: { kind, channel, variables, secret },
  wording,
}: {
  readonly template: Template;
  readonly wording: Wording;
}) {
  const t = useT();
  const isAllowed = useAllowed();
  const readOnly = !isAllowed('message.change');
  const [words, setWords] = useState<Record<Field, string>>({ subject: wording.subject, body: wording.body });
  const [problems, setProblems] = useState<Partial<Record<Field, string>>>({});
  const [busy, setBusy] = useState<'save' | 'reset'>();
  const { language, version } = wording;
  const isMail = channel === 'mail';

  const attempt = async (what: 'save' | 'reset', work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(what);
    setProblems({});
    try {
      await work();
      toast.success(done);
    } catch (error) {
      const refusal = told(error, t('failure.network'));
      if (refusal) place(refusal);
    } finally {
      setBusy(undefined);
    }
  };
  const place = (refusal: CallRefused): void => {
    const refused = refusedField(messageTemplateChange, refusal);
    if (refused?.field === 'subject' || refused?.field === 'body') setProblems({ [refused.field]: refused.text });
    // A variable that is not known may stand in either; the text is the likelier place.
    else if (refusal.outcome === 'message_variable_unknown') setProblems({ body: refusal.message });
    else toast.error(refusal.message);
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    void attempt('save', () => changeWording({ kind, channel, language, version, ...words }), t('message.saved'));
  };
  const field = (name: Field) => ({
    value: words[name],
    readOnly,
    lang: LANGUAGE_TAGS[language],
    status: problems[name] === undefined ? ('' as const) : ('error' as const),
    onChange: (event: { readonly target: { readonly value: string } }) => {
      setWords({ ...words, [name]: event.target.value });
      setProblems({});
    },
  });

  return (
    <form className={styles.editor} noValidate onSubmit={save}>
      <p>
        {wording.changed
          ? t('message.version', { version: String(version), name: wording.changed_by ?? '–' })
          : t('message.versionShipped')}
      </p>
      {isMail && (
        <FormField label={t('message.subject')} problem={problems.subject}>
          {(control) => <Input {...control} {...field('subject')} maxLength={LONGEST_SUBJECT} />}
        </FormField>
      )}
      <FormField label={t('message.body')} hint={isMail ? undefined : t('message.smsHint')} problem={problems.body}>
        {(control) => (
          <Input.TextArea
            {...control}
            {...field('body')}
            autoSize={{ minRows: isMail ? 12 : 4, maxRows: 24 }}
            maxLength={isMail ? LONGEST_BODY : LONGEST_SMS}
          />
        )}
      </FormField>
      <p className={styles.variables}>
        <span>{t('message.variables')}</span>
        {variables.map((name) => (
          <code key={name}>{`{${name}}`}</code>
        ))}
      </p>
      {secret.length > 0 && <p>{t('message.needed', { names: secret.map((name) => `{${name}}`).join(', ') })}</p>}
      {!readOnly && (
        <div className={styles.acts}>
          <Button type="primary" htmlType="submit" loading={busy === 'save'}>
            {t('message.save')}
          </Button>
          {wording.changed && (
            <Button
              loading={busy === 'reset'}
              onClick={() => void attempt('reset', () => resetWording({ kind, channel, language, version }), t('message.resetDone'))}
            >
              {t('message.reset')}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
