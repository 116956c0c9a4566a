import { MOST_PERMITTED_IPS } from '@purser/contract/features/access-key';
import { focusFirstProblem, FormField } from '@purser/ui/form-field';
import { useKitTexts } from '@purser/ui/texts';
import { Input, Modal } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useId, useRef, useState, type RefObject } from 'react';
import { useT, type T } from '../../shared/i18n.tsx';
import { ipListProblem, readIpList } from './ip-list.ts';
import styles from './api-management.module.css';

interface IpDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** What the list holds when the dialog opens. */
  readonly entries: readonly string[];
  /** What the server said about the entries. */
  readonly refusal: string | undefined;
  readonly onContinue: (entries: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** From which addresses a key may be used. */
export function IpDialog({ open, title, entries, refusal, onContinue, onCancel }: IpDialogProps) {
  const t = useT();
  const { t: kit } = useKitTexts();
  const id = useId();
  const area = useRef<TextAreaRef>(null);
  return (
    <Modal
      open={open}
      title={title}
      okText={t('apiManagement.continue')}
      cancelText={kit('kit.cancel')}
      okButtonProps={{ htmlType: 'submit', form: id }}
      onCancel={onCancel}
      afterOpenChange={(shown) => shown && area.current?.focus()}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <IpForm key={entries.join(' ')} id={id} area={area} entries={entries} refusal={refusal} onContinue={onContinue} />
    </Modal>
  );
}

type IpFormProps = Pick<IpDialogProps, 'entries' | 'refusal' | 'onContinue'> & {
  readonly id: string;
  readonly area: RefObject<TextAreaRef | null>;
};

function IpForm({ id, area, entries, refusal, onContinue }: IpFormProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const asGiven = entries.join('\n');
  const [text, setText] = useState(asGiven);
  const [submitted, setSubmitted] = useState(false);
  const read = readIpList(text);
  // What the server refused is the list as it was when the dialog opened again.
  const problem = (submitted ? problemText(read, t) : undefined) ?? (text === asGiven ? refusal : undefined);

  return (
    <form
      id={id}
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(true);
        if (ipListProblem(read)) focusFirstProblem(form.current);
        else onContinue(read);
      }}
    >
      <FormField label={t('apiManagement.ipsLabel')} hint={t('apiManagement.ipsHint', { limit: MOST_PERMITTED_IPS })} problem={problem}>
        {(control) => (
          <Input.TextArea
            {...control}
            ref={area}
            className={styles['code']}
            autoSize={{ minRows: 4, maxRows: 10 }}
            spellCheck={false}
            value={text}
            status={control['aria-invalid'] && 'error'}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
      {read.length === 0 && <p className={styles['warning']}>{t('apiManagement.ipsAnyWarning')}</p>}
    </form>
  );
}

function problemText(entries: readonly string[], t: T): string | undefined {
  const problem = ipListProblem(entries);
  if (!problem) return undefined;
  return problem.kind === 'wrong'
    ? t('apiManagement.ipsWrong', { entry: problem.entry })
    : t('apiManagement.ipsTooMany', { limit: MOST_PERMITTED_IPS });
}
