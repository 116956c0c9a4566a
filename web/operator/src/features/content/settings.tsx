import { HELP_CATEGORIES, isAgreement, type Audience, type HelpCategory } from '@purser/contract/content';
import { FormField } from '@purser/ui/form-field';
import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import type { ContentItem } from './api.ts';
import { AudienceField } from './audience-field.tsx';
import styles from './content.module.css';
import { useT } from './texts.ts';
import type { DraftState } from './use-draft.ts';

interface TextSettingsProps {
  readonly item: ContentItem;
  readonly draft: DraftState;
  readonly readOnly: boolean;
}

/** For whom a text is, and where it stands, from its next version on. */
export function TextSettings({ item, draft, readOnly }: TextSettingsProps) {
  const t = useT();
  const [audience, setAudience] = useState<Audience>(item.audience);
  const [category, setCategory] = useState<HelpCategory | null>(item.category);
  const [mustAccept, setMustAccept] = useState(item.must_accept);
  return (
    <div className={styles.settings}>
      <AudienceField
        kind={item.kind}
        value={audience}
        readOnly={readOnly}
        onChange={(chosen) => {
          setAudience(chosen);
          draft.change({ audience: chosen });
        }}
      />
      {category !== null && (
        <FormField label={t('content.category')}>
          {(field) => (
            <Select<HelpCategory>
              {...field}
              value={category}
              disabled={readOnly}
              options={HELP_CATEGORIES.map((one) => ({ value: one, label: t(`content.category.${one}`) }))}
              onChange={(chosen) => {
                setCategory(chosen);
                draft.change({ category: chosen });
              }}
            />
          )}
        </FormField>
      )}
      {isAgreement(item.kind) && (
        <Checkbox
          checked={mustAccept}
          disabled={readOnly}
          onChange={({ target }) => {
            setMustAccept(target.checked);
            draft.change({ must_accept: target.checked });
          }}
        >
          {t('content.mustAccept')}
        </Checkbox>
      )}
    </div>
  );
}
