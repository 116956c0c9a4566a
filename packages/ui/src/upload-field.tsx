import { CloseOutlined, DeleteOutlined, PictureOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { FormField } from './form-field.tsx';
import { useKitTexts } from './texts.tsx';
import styles from './upload-field.module.css';

const MIB = 1_048_576;

interface UploadFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** The types that may be chosen, such as image/png. */
  readonly types: readonly string[];
  readonly mostBytes: number;
  /** The address of the picture that there is; null when there is none. */
  readonly picture: string | null;
  /** What is wrong without a picture. */
  readonly missing?: string;
  /** Sends a file. Rejects with the call's failure, or with the signal's reason. */
  readonly onUpload: (file: File, options: { readonly signal: AbortSignal; readonly onProgress: (part: number) => void }) => Promise<void>;
  /** Takes the picture away; without it there is no such button. */
  readonly onRemove?: () => Promise<void>;
}

interface Sending {
  readonly name: string;
  /** From 0 to 1. */
  readonly part: number;
  readonly stop: AbortController;
}

/** A picture to choose, photograph, drop or paste: it is sent at once, and shown when it is kept. What is wrong is told at the field. */
export function UploadField({ label, hint, types, mostBytes, picture, missing, onUpload, onRemove }: UploadFieldProps) {
  const { t, whyFailed } = useKitTexts();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<Sending>();
  const [problem, setProblem] = useState<string>();
  const [over, setOver] = useState(false);
  const [removing, setRemoving] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const isBusy = sending !== undefined || removing;
  const wasBusy = useRef(false);
  useEffect(() => {
    // The button that was pressed is gone; whoever uses the keyboard goes on at the field.
    if (wasBusy.current && !isBusy) input.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);

  const tell = (error: unknown): void => setProblem(whyFailed?.(error)?.text ?? t('kit.failedHint'));

  const send = async (file: File | undefined): Promise<void> => {
    if (!file || sending) return;
    setProblem(undefined);
    if (!types.includes(file.type)) return setProblem(t('kit.fileKindWrong'));
    if (file.size > mostBytes) return setProblem(t('kit.fileTooLarge', { megabytes: mostBytes / MIB }));
    const stop = new AbortController();
    running.current = stop;
    setSending({ name: file.name, part: 0, stop });
    try {
      await onUpload(file, { signal: stop.signal, onProgress: (part) => setSending({ name: file.name, part, stop }) });
    } catch (error) {
      if (!stop.signal.aborted) tell(error);
    } finally {
      setSending(undefined);
    }
  };
  const remove = async (): Promise<void> => {
    setProblem(undefined);
    setRemoving(true);
    await onRemove?.().catch(tell);
    setRemoving(false);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  };
  const onPaste = (event: ClipboardEvent): void => void send(event.clipboardData.files[0]);

  return (
    <FormField label={label} hint={hint} problem={problem ?? missing}>
      {(control) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping and pasting are beside the button that everybody has
        <div
          className={over ? `${styles.field} ${styles.over}` : styles.field}
          onDrop={onDrop}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onPaste={onPaste}
        >
          <div className={styles.picture}>{picture === null ? <PictureOutlined aria-hidden /> : <img src={picture} alt="" />}</div>
          <div className={styles.side}>
            <div className={styles.acts}>
              <span className={styles.choose}>
                <input
                  {...control}
                  ref={input}
                  type="file"
                  accept={types.join(',')}
                  disabled={isBusy}
                  onChange={(event) => {
                    void send(event.target.files?.[0]);
                    event.target.value = '';
                  }}
                />
                <span className={styles.button} aria-hidden>
                  <UploadOutlined aria-hidden /> {picture === null ? t('kit.fileChoose') : t('kit.fileReplace')}
                </span>
              </span>
              {sending && (
                <Button icon={<CloseOutlined aria-hidden />} onClick={() => sending.stop.abort()}>
                  {t('kit.cancel')}
                </Button>
              )}
              {picture !== null && onRemove && !sending && (
                <Button icon={<DeleteOutlined aria-hidden />} loading={removing} onClick={() => void remove()}>
                  {t('kit.fileRemove')}
                </Button>
              )}
            </div>
            {sending ? (
              <progress className={styles.progress} value={sending.part} aria-label={t('kit.fileSending', { name: sending.name })} />
            ) : (
              <p className={styles.ways}>{t('kit.fileWays')}</p>
            )}
            <output className={styles.spoken}>{sending && t('kit.fileSending', { name: sending.name })}</output>
          </div>
        </div>
      )}
    </FormField>
  );
}
