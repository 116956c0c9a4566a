import { toldAtField } from '@purser/console-kit/told-at-field';
import { isStanding } from '@purser/contract/content';
import { contentPublish, contentSchedule, contentUnschedule, contentWithdraw } from '@purser/contract/features/content-editing';
import { LANGUAGES, type Language } from '@purser/contract/language';
import { Dialog } from '@purser/ui/dialog';
import { Fact, Facts } from '@purser/ui/facts';
import { FormField } from '@purser/ui/form-field';
import { formatInstant } from '@purser/ui/instant-text';
import { toast } from '@purser/ui/toast';
import { browserZone } from '@purser/ui/time-zone';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { actOn, beginAct, type ContentItem } from './api.ts';
import styles from './content.module.css';
import { useT } from './texts.ts';
import type { DraftState } from './use-draft.ts';
import { namesOf } from './words.ts';

interface ActsProps {
  readonly item: ContentItem;
  readonly draft: DraftState;
  /** Whether everything that was typed is saved, so that an act loses nothing. */
  readonly onSave: () => Promise<boolean>;
  readonly onDone: () => void;
}

/** Why one of them failed is told in the dialog that asks, or by a toast. */
const quiet = { quiet: true };

type Act = 'publish' | 'schedule' | 'withdraw';

/** Publishing now or later, and withdrawing: each says what it changes for readers before it is done. */
export function Acts({ item, draft, onSave, onDone }: ActsProps) {
  const t = useT();
  const [act, setAct] = useState<Act>();
  const begin = async (wanted: Act): Promise<void> => {
    beginAct(contentWithdraw);
    if (await onSave()) setAct(wanted);
  };
  // What was published once and is no longer, is news as it stands.
  const hasNews = draft.has_changes || (item.published_version !== null && item.state !== 'published');
  const takeBack = async (): Promise<void> => {
    beginAct(contentUnschedule);
    try {
      await actOn(contentUnschedule, { content_id: item.content_id });
      toast.success(t('content.unscheduled'));
    } finally {
      // First of all it is stopped, whatever becomes of what is typed.
      if (await onSave()) onDone();
    }
  };
  return (
    <>
      {item.publish_at && <Button onClick={() => void takeBack()}>{t('content.unschedule')}</Button>}
      {(!item.publish_at || draft.scheduled_differs) && (
        <Button onClick={() => void begin('schedule')} disabled={!hasNews && draft.saving === 'saved'}>
          {t('content.schedule')}
        </Button>
      )}
      {item.state === 'published' && !isStanding(item.kind) && (
        <Button danger onClick={() => void begin('withdraw')}>
          {t('content.withdraw')}
        </Button>
      )}
      <Button type="primary" onClick={() => void begin('publish')} disabled={!hasNews && draft.saving === 'saved'}>
        {t('content.publish')}
      </Button>
      {act && <ActDialog key={act} act={act} item={item} draft={draft} onClosed={() => setAct(undefined)} onDone={onDone} />}
    </>
  );
}

interface ActDialogProps extends Omit<ActsProps, 'onSave'> {
  readonly act: Act;
  readonly onClosed: () => void;
}

function ActDialog({ act, item, draft, onClosed, onDone }: ActDialogProps) {
  const t = useT();
  const id = useId();
  const [note, setNote] = useState('');
  const [time, setTime] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { content_id } = item;

  const done = async (): Promise<void> => {
    if (act === 'schedule' && Number.isNaN(Date.parse(time))) {
      setProblem(t('kit.wholeTime'));
      return;
    }
    setBusy(true);
    try {
      const revision = draft.currentRevision();
      if (act === 'publish') await actOn(contentPublish, { content_id, revision, note }, quiet);
      if (act === 'schedule') await actOn(contentSchedule, { content_id, revision, publish_at: new Date(time).toISOString() }, quiet);
      if (act === 'withdraw') await actOn(contentWithdraw, { content_id }, quiet);
      toast.success(t(`content.done.${act}`));
      onClosed();
      onDone();
    } catch (error) {
      setProblem(act === 'schedule' ? toldAtField(contentSchedule, 'publish_at', error, t) : toldAtField(contentPublish, 'note', error, t));
    } finally {
      setBusy(false);
    }
  };

  const missing = LANGUAGES.filter((one) => !draft.written.includes(one));
  const names = (languages: readonly Language[]): string => namesOf(languages, t) || t('content.noLanguage');
  return (
    <Dialog
      open
      title={t(`content.ask.${act}`)}
      okText={t(`content.${act}`)}
      okButtonProps={{ danger: act === 'withdraw', htmlType: 'submit', form: id }}
      busy={busy}
      cancelText={t('kit.cancel')}
      onCancel={onClosed}
    >
      <form
        id={id}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void done();
        }}
      >
        {act === 'withdraw' ? (
          <p>{t('content.withdrawHint')}</p>
        ) : (
          <Facts>
            <Fact label={t('content.version')}>{(item.published_version ?? 0) + 1}</Fact>
            <Fact label={t('content.missingLanguages')}>{names(missing)}</Fact>
            <Fact label={t('content.outdatedLanguages')}>{names(draft.outdated)}</Fact>
            {item.published_at && <Fact label={t('content.replaces')}>{formatInstant(item.published_at)}</Fact>}
          </Facts>
        )}
        {item.publish_at && act !== 'schedule' && <p>{t('content.endsSchedule')}</p>}
        {act === 'schedule' && (
          <FormField label={t('content.time')} hint={t('content.timeHint', { zone: browserZone() })} problem={problem}>
            {(field) => (
              <Input
                {...field}
                type="datetime-local"
                value={time}
                onChange={({ target }) => {
                  setTime(target.value);
                  setProblem(undefined);
                }}
              />
            )}
          </FormField>
        )}
        {act === 'publish' && (
          <FormField label={t('content.note')} hint={t('content.noteHint')} problem={problem}>
            {(field) => <Input {...field} value={note} maxLength={200} onChange={({ target }) => setNote(target.value)} />}
          </FormField>
        )}
      </form>
    </Dialog>
  );
}
