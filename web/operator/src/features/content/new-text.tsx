import { toldAtField } from '@purser/console-kit/told-at-field';
import {
  CONTENT_KINDS,
  HELP_CATEGORIES,
  isStanding,
  LONGEST_SLUG,
  SLUG,
  type Audience,
  type ContentKind,
  type HelpCategory,
} from '@purser/contract/content';
import { contentCreate } from '@purser/contract/features/content-editing';
import { Dialog } from '@purser/ui/dialog';
import { FormField } from '@purser/ui/form-field';
import { Input, Select } from 'antd';
import { useId, useState } from 'react';
import { actOn } from './api.ts';
import { AudienceField } from './audience-field.tsx';
import styles from './content.module.css';
import { useT } from './texts.ts';

interface NewTextProps {
  readonly open: boolean;
  readonly onCancel: () => void;
  readonly onCreated: (content_id: string) => void;
}

/** Asks what kind of text is begun, and under which name. */
export function NewText({ open, onCancel, onCreated }: NewTextProps) {
  const t = useT();
  const id = useId();
  const [kind, setKind] = useState<ContentKind>('announcement');
  const [slug, setSlug] = useState('');
  const [category, setCategory] = useState<HelpCategory>('paying');
  const [audience, setAudience] = useState<Audience>('everyone');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isNamed = !isStanding(kind);

  const create = async (): Promise<void> => {
    if (isNamed && !SLUG.test(slug)) {
      setProblem(t('content.slugRule'));
      return;
    }
    setBusy(true);
    try {
      const input = { kind, audience, ...(isNamed && { slug }), ...(kind === 'help_article' && { category }) };
      onCreated((await actOn(contentCreate, input, { quiet: true })).content_id);
    } catch (error) {
      setProblem(toldAtField(contentCreate, 'slug', error, t));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      title={t('content.new')}
      okText={t('content.begin')}
      okButtonProps={{ htmlType: 'submit', form: id }}
      busy={busy}
      cancelText={t('kit.cancel')}
      onCancel={onCancel}
      destroyOnHidden
    >
      <form
        id={id}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <FormField label={t('content.kind')}>
          {(field) => (
            <Select
              {...field}
              value={kind}
              onChange={(chosen) => {
                setKind(chosen);
                // What was chosen for another kind may mean something else of this one.
                setAudience('everyone');
              }}
              options={CONTENT_KINDS.map((one) => ({ value: one, label: t(`content.kind.${one}`) }))}
            />
          )}
        </FormField>
        {isNamed && (
          <FormField label={t('content.slug')} hint={t('content.slugHint')} problem={problem}>
            {(field) => (
              <Input
                {...field}
                value={slug}
                maxLength={LONGEST_SLUG}
                autoComplete="off"
                onChange={({ target }) => {
                  setSlug(target.value);
                  setProblem(undefined);
                }}
              />
            )}
          </FormField>
        )}
        {kind === 'help_article' && (
          <FormField label={t('content.category')}>
            {(field) => (
              <Select
                {...field}
                value={category}
                onChange={setCategory}
                options={HELP_CATEGORIES.map((one) => ({ value: one, label: t(`content.category.${one}`) }))}
              />
            )}
          </FormField>
        )}
        <AudienceField kind={kind} value={audience} onChange={setAudience} />
      </form>
    </Dialog>
  );
}
