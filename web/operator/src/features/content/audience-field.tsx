import { AUDIENCES, isAgreement, isStanding, type Audience, type ContentKind } from '@purser/contract/content';
import { FormField } from '@purser/ui/form-field';
import { Select } from 'antd';
import { useT } from './texts.ts';

interface AudienceFieldProps {
  readonly kind: ContentKind;
  readonly value: Audience;
  readonly readOnly?: boolean;
  readonly onChange: (audience: Audience) => void;
}

/** For whom a text is; of an agreement, who is asked to accept it. What has an address of its own is for everybody to read. */
export function AudienceField({ kind, value, readOnly = false, onChange }: AudienceFieldProps) {
  const t = useT();
  if (isStanding(kind) && !isAgreement(kind)) return null;
  return (
    <FormField {...(isAgreement(kind) ? { label: t('content.asked'), hint: t('content.askedHint') } : { label: t('content.audience') })}>
      {(field) => (
        <Select<Audience>
          {...field}
          value={value}
          disabled={readOnly}
          onChange={onChange}
          options={AUDIENCES.map((one) => ({ value: one, label: t(`content.audience.${one}`) }))}
        />
      )}
    </FormField>
  );
}
