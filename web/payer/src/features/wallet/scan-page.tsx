import { APP_LINK_PATH, looksLikeLink } from '@purser/contract/app-link';
import type { PageOf } from '@purser/contract/payer-pages';
import type { scanPage } from '@purser/contract/wallet-pages';
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { useAlive } from '../../shared/alive.ts';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { Field } from '../../shared/field.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import { fieldsOf, toldAtFields } from '../../shared/told-at-fields.ts';
import wallet from './wallet.module.css';
import { codeIn } from './code-in.ts';
import styles from './scan.module.css';

const LOOK_EVERY_MS = 250;

const FORM = { fields: ['code'] } as const;

type Trouble = 'scan_no_camera' | 'scan_nothing_found';

/** A payment code by the camera, from a saved picture, or by its address: the last works without a script as well. */
function Scan({ page }: { page: PageOf<typeof scanPage> }) {
  const { t } = usePage();
  const alive = useAlive();
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const told = toldAtFields(page.problem, FORM, (text) => ({ code: t(looksLikeLink(text('code')) ? 'scan_unknown' : 'scan_no_address') }));
  return (
    <Shell>
      <div className={wallet.head}>
        <h1>{t('scan_page_title')}</h1>
        <p>{t('scan_page_lead')}</p>
      </div>
      {page.problem && fieldsOf(page.problem, FORM).length === 0 && <Notice kind="problem">{page.problem.detail}</Notice>}
      {page.is_unknown && trouble === null && <Notice kind="problem">{t('scan_unknown')}</Notice>}
      {trouble && <Notice kind="problem">{t(trouble)}</Notice>}
      {alive && (
        <Card>
          <Camera onTrouble={setTrouble} />
          <Picture onTrouble={setTrouble} />
        </Card>
      )}
      <Card>
        <form className={wallet.form} method="post" action="/wallet/scan">
          <Field
            label={t('scan_address')}
            hint={t('scan_address_hint')}
            name="code"
            defaultValue={page.problem?.typed?.['code']}
            maxLength={2000}
            autoComplete="off"
            inputMode="url"
            required
            error={told.code}
          />
          <button className={alive ? button.plain : button.primary}>{t('scan_open')}</button>
        </form>
      </Card>
      <p className={wallet.back}>
        <a className={button.quiet} href="/wallet">
          {t('go_back')}
        </a>
      </p>
    </Shell>
  );
}

/** The server says what a code leads to: never to another site. */
function open(code: string): void {
  location.assign(`${APP_LINK_PATH}?link=${encodeURIComponent(code.slice(0, 2000))}`);
}

interface Troubled {
  readonly onTrouble: (trouble: Trouble | null) => void;
}

function Camera({ onTrouble }: Troubled) {
  const { t } = usePage();
  const [stream, setStream] = useState<MediaStream | null>(null);
  const video = useRef<HTMLVideoElement>(null);

  useEffect(() => {
    const picture = video.current;
    if (!stream || !picture) return;
    const ended = new AbortController();
    picture.srcObject = stream;
    void picture.play().catch(() => undefined);
    const look = async () => {
      while (!ended.signal.aborted) {
        const code = picture.readyState >= picture.HAVE_CURRENT_DATA ? await codeIn(picture).catch(() => null) : null;
        if (code !== null && !ended.signal.aborted) return open(code);
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    };
    void look();
    return () => {
      ended.abort();
      for (const track of stream.getTracks()) track.stop();
    };
  }, [stream]);

  const begin = async () => {
    onTrouble(null);
    try {
      setStream(await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false }));
    } catch {
      onTrouble('scan_no_camera');
    }
  };
  if (!stream)
    return (
      <button type="button" className={button.primary} onClick={begin}>
        {t('scan_camera')}
      </button>
    );
  return (
    <>
      <video ref={video} className={styles.view} aria-label={t('scan_view')} muted playsInline />
      <button type="button" className={button.plain} onClick={() => setStream(null)}>
        {t('scan_stop')}
      </button>
    </>
  );
}

function Picture({ onTrouble }: Troubled) {
  const { t } = usePage();
  const look = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    onTrouble(null);
    const code = await createImageBitmap(file)
      .then(codeIn)
      .catch(() => null);
    target.value = '';
    if (code === null) onTrouble('scan_nothing_found');
    else open(code);
  };
  return (
    <label className={styles.picture}>
      <span>{t('scan_picture')}</span>
      <input type="file" accept="image/*" onChange={look} />
    </label>
  );
}

export const scan: PageView<typeof scanPage> = { Component: Scan, title: (_page, t) => t('scan_page_title') };
