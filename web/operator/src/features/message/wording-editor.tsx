import type { CallRefused } from '@purser/client/transport';
import { useUnsaved } from '@purser/console-kit/call-form';
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
import { EarlierWordings } from './earlier-wordings.tsx';
import { told } from './refused.ts';
import { useT } from './texts.ts';

type Field = 'subject' | 'body';
type Words = Readonly<Record<Field, string>>;

/** What is being written, and what it was before. */
interface Draft {
  readonly base: Wording;
  readonly words: Words;
}

function isChanged({ base, words }: Draft): boolean {
  return words.subject !== base.subject || words.body !== base.body;
}

/** The words of one message, language by language. What is written stays while another language is looked at, and when somebody else has changed the words. */
export function WordingEditor({ template }: { readonly template: Template }) {
  const t = useT();
  const { language: own } = useI18n();
  const [language, setLanguage] = useState<Language>(own);
  const [drafts, setDrafts] = useState<Partial<Record<Language, Draft>>>({});
  useUnsaved(Object.values(drafts).some(isChanged));
  const wording = template.wordings.find((one) => one.language === language);
  const written = drafts[language];
  // What was saved is newer than what is known until that has been asked for again.
  const draft = written && (isChanged(written) || written.base.version > (wording?.version ?? 0)) ? written : undefined;
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
      {wording && (
        <WordingForm
          key={language}
          template={template}
          wording={wording}
          draft={draft ?? { base: wording, words: wording }}
          onWritten={(next) => setDrafts((before) => ({ ...before, [language]: next }))}
        />
      )}
    </div>
  );
}

interface WordingFormProps {
  readonly template: Template;
  /** As it is now. */
  readonly wording: Wording;
  readonly draft: Draft;
  readonly onWritten: (draft: Draft) => void;
}

function WordingForm({ template: { kind, channel, variables, secret }, wording, draft, onWritten }: WordingFormProps) {
  const t = useT();
  const isAllowed = useAllowed();
  const readOnly = !isAllowed('message.change');
  const [problems, setProblems] = useState<Partial<Record<Field, string>>>({});
  const [busy, setBusy] = useState<'save' | 'reset'>();
  const { base } = draft;
  const words = { subject: draft.words.subject, body: draft.words.body };
  const { language, version } = base;
  const isMail = channel === 'mail';

  const attempt = async (what: 'save' | 'reset', work: () => Promise<{ readonly version: number }>, done: string): Promise<void> => {
    setBusy(what);
    setProblems({});
    try {
      const saved = await work();
      const now = what === 'save' ? words : base;
      onWritten({ base: { ...base, ...now, version: saved.version }, words: now });
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
    readOnly: readOnly || busy !== undefined,
    lang: LANGUAGE_TAGS[language],
    status: problems[name] === undefined ? ('' as const) : ('error' as const),
    onChange: (event: { readonly target: { readonly value: string } }) => {
      onWritten({ base, words: { ...words, [name]: event.target.value } });
      setProblems({});
    },
  });

  return (
    <form className={styles.editor} noValidate onSubmit={save}>
      <p>
        {wording.changed
          ? t('message.version', { version: String(wording.version), name: wording.changed_by ?? '–' })
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
      {wording.version > 0 && (
        <EarlierWordings
          template={{ kind, channel, language }}
          version={wording.version}
          onTaken={readOnly ? undefined : (taken) => onWritten({ base, words: taken })}
        />
      )}
    </form>
  );
}
