import { LANGUAGE_TAGS } from '@purser/contract/language';
import { DetailsPart } from '@purser/ui/details';
import { formatInstant } from '@purser/ui/instant-text';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type TemplateKey, versionsOf } from './api.ts';
import styles from './message.module.css';
import { useT } from './texts.ts';

interface EarlierWordingsProps {
  readonly template: TemplateKey;
  /** The version that is used now. */
  readonly version: number;
  /** Takes its words into what is being written; undefined where nobody may write. */
  readonly onTaken: ((words: { readonly subject: string; readonly body: string }) => void) | undefined;
}

/** What a message has said in a language before, the newest first. */
export function EarlierWordings({ template, version, onTaken }: EarlierWordingsProps) {
  const t = useT();
  const { data } = useQuery(versionsOf(template));
  const earlier = data?.versions.filter((one) => one.version < version) ?? [];
  if (earlier.length === 0) return null;
  return (
    <DetailsPart title={t('message.earlier')}>
      <ul className={styles.earlier}>
        {earlier.map(({ version: number, subject, body, changed_by, change_time }) => (
          <li key={number}>
            <p>
              {t('message.version', { version: String(number), name: changed_by })} · {formatInstant(change_time)}
            </p>
            {body === null ? (
              <p>{t('message.versionShipped')}</p>
            ) : (
              <>
                <div className={styles.earlierText} lang={LANGUAGE_TAGS[template.language]}>
                  {subject && <strong>{subject}</strong>}
                  <p>{body}</p>
                </div>
                {onTaken && (
                  <Button
                    size="small"
                    aria-label={`${t('message.takeOver')}: ${t('message.version', { version: String(number), name: changed_by })}`}
                    onClick={() => onTaken({ subject: subject ?? '', body })}
                  >
                    {t('message.takeOver')}
                  </Button>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </DetailsPart>
  );
}
