import { FILE_PURPOSES } from '@purser/contract/file-purpose';
import {
  type DocumentName,
  DOCUMENTS,
  documentsOf,
  ID_NUMBER,
  ID_TYPES,
  LONGEST_ID_NUMBER,
  LONGEST_PERSON_NAME,
  PERSON_NAME,
} from '@purser/contract/identity';
import type { authenticationPage, PageOf } from '@purser/contract/payer-pages';
import { useId, useRef, useState, type ChangeEvent, type FormEvent } from 'react';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { Field } from '../../shared/field.tsx';
import field from '../../shared/field.module.css';
import { leaveFor } from '../../shared/leave-for.ts';
import { useShownRefusal } from '../../shared/show-refusal.ts';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import type { PayerTranslate } from '../../shared/texts.ts';
import { bankCardsAddress } from './bank-cards-page.tsx';
import styles from './authentication.module.css';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import { type Errors, fieldsOf, toldAtFields } from '../../shared/told-at-fields.ts';
import wallet from './wallet.module.css';

type AuthenticationPage = PageOf<typeof authenticationPage>;

/** What is to be verified, each with how it stands and the way to it; and the way back to where the payer came from. */
function Authentication({ page: first }: { page: AuthenticationPage }) {
  const { t } = usePage();
  const [page, setPage] = useState(first);
  const { identity, bank_card, has_payment_password, next } = page;
  const status = identity.authentication_status;
  const isOpen = status === 'not_authenticated' || status === 'rejected' || (status === 'pending' && identity.submission === null);
  const fromOrder = next.startsWith('/pay/');
  return (
    <Shell>
      <div className={wallet.head}>
        <h1>{t('auth_title')}</h1>
        <p>{t('auth_lead')}</p>
      </div>
      {page.problem && !(isOpen && fieldsOf(page.problem, FORM).length > 0) && <Notice kind="problem">{page.problem.detail}</Notice>}
      {page.submitted && !page.problem && <Notice kind="success">{t('auth_submitted')}</Notice>}
      {fromOrder && (
        <p className={wallet.back}>
          <a className={button.quiet} href={next}>
            {t('auth_back_to_order')}
          </a>
        </p>
      )}
      <Card>
        <Step title={t('auth_identity')} state={t(`auth_status_${status}`)} tone={TONES[status]} />
        {status === 'rejected' && identity.submission && identity.submission.reason !== '' && (
          <Notice kind="problem">{identity.submission.reason}</Notice>
        )}
        {identity.submission && !isOpen && (
          <p className={wallet.flat}>{`${identity.submission.full_name} ${identity.submission.id_number}`.trim()}</p>
        )}
        {isOpen && <IdentityForm page={page} onRefused={setPage} />}
      </Card>
      <Card>
        <Step
          title={t('auth_bank_card')}
          state={bank_card === null ? t('auth_not_linked') : t(`bank_status_${bank_card}`)}
          tone={bank_card === 'verified' ? 'good' : bank_card === 'rejected' ? 'bad' : 'open'}
        />
        <a className={button.quiet} href={bankCardsAddress(here(next))}>
          {t(bank_card === null ? 'bank_card_link' : 'bank_cards_title')}
        </a>
      </Card>
      <Card>
        <Step
          title={t('auth_payment_password')}
          state={t(has_payment_password ? 'auth_password_set' : 'auth_password_not_set')}
          tone={has_payment_password ? 'good' : 'open'}
        />
        {!has_payment_password && (
          <a className={button.quiet} href={`/wallet/payment-password?next=${encodeURIComponent(here(next))}`}>
            {t('set_payment_password')}
          </a>
        )}
      </Card>
      {!fromOrder && (
        <p className={wallet.back}>
          <a className={button.quiet} href={next}>
            {t('go_back')}
          </a>
        </p>
      )}
    </Shell>
  );
}

const FORM = { fields: ['surname', 'middle_name', 'name', 'id_number', ...DOCUMENTS] } as const;

/** What the browser's own checks say of the fields as well. */
function problemsOf(text: (name: string) => string, t: PayerTranslate): Errors<(typeof FORM.fields)[number]> {
  const isName = (part: string): boolean => PERSON_NAME.test(text(part));
  return {
    ...(!isName('surname') && { surname: t('auth_name_hint') }),
    ...(text('middle_name') !== '' && !isName('middle_name') && { middle_name: t('auth_name_hint') }),
    ...(!isName('name') && { name: t('auth_name_hint') }),
    ...(!ID_NUMBER.test(text('id_number')) && { id_number: t('auth_id_number_hint') }),
  };
}

type Tone = 'good' | 'open' | 'bad';
const TONES = { not_authenticated: 'open', pending: 'open', approved: 'good', rejected: 'bad' } as const;

function here(next: string): string {
  return `/wallet/authentication?next=${encodeURIComponent(next)}`;
}

function Step({ title, state, tone }: { title: string; state: string; tone: Tone }) {
  return (
    <div className={wallet.row}>
      <h2 className={wallet.flat}>{title}</h2>
      <span className={styles.state} data-tone={tone}>
        {state}
      </span>
    </div>
  );
}

interface IdentityFormProps {
  readonly page: AuthenticationPage;
  /** What was filled in and chosen stays. */
  readonly onRefused: (page: AuthenticationPage) => void;
}

/** The photographs travel with the form. Without scripts the back is always offered, and looked at where the document has one. */
function IdentityForm({ page, onRefused }: IdentityFormProps) {
  const { t } = usePage();
  const { ref, send, sending, lost } = useSending(onRefused);
  const { typed } = page;
  const told = toldAtFields(page.problem, FORM, (text) => problemsOf(text, t));
  const [idType, setIdType] = useState(ID_TYPES.find((type) => type === typed['id_type']) ?? 'id_card');
  const name = (part: 'surname' | 'middle_name' | 'name', autoComplete: string) => (
    <Field
      label={t(`auth_${part}`)}
      name={part}
      defaultValue={typed[part]}
      autoComplete={autoComplete}
      maxLength={LONGEST_PERSON_NAME}
      pattern={NAME_PATTERN}
      title={t('auth_name_hint')}
      required={part !== 'middle_name'}
      error={told[part]}
    />
  );
  return (
    <form ref={ref} className={wallet.form} method="post" action={here(page.next)} encType="multipart/form-data" onSubmit={send}>
      <ShownPayer />
      <p className={wallet.flat}>{t('auth_identity_lead')}</p>
      {name('surname', 'family-name')}
      {name('middle_name', 'additional-name')}
      {name('name', 'given-name')}
      <label className={wallet.choice}>
        <span>{t('auth_id_type')}</span>
        <select name="id_type" value={idType} onChange={(event) => setIdType(event.target.value as typeof idType)}>
          {ID_TYPES.map((type) => (
            <option key={type} value={type}>
              {t(`auth_id_type_${type}`)}
            </option>
          ))}
        </select>
      </label>
      <Field
        label={t('auth_id_number')}
        hint={t('auth_id_number_hint')}
        name="id_number"
        autoComplete="off"
        maxLength={LONGEST_ID_NUMBER}
        pattern="[0-9A-Za-z]{4,32}"
        title={t('auth_id_number_hint')}
        required
        error={told.id_number}
      />
      {documentsOf('person', idType).map((document) => (
        <Photograph key={document} document={document} required={document !== 'back'} problem={page.problem} told={told[document]} />
      ))}
      {lost !== null && <Notice kind="problem">{lost}</Notice>}
      <div>
        <button className={button.primary} aria-disabled={sending}>
          {t(sending ? 'sending' : 'auth_submit')}
        </button>
        <output className={styles.sending}>{sending && t('auth_sending_hint')}</output>
      </div>
    </form>
  );
}

/** Sends the form by a script, which makes its photographs smaller; the page stays, and with it what was chosen, where it is refused or gets lost. */
function useSending(onRefused: (page: AuthenticationPage) => void) {
  const { t } = usePage();
  const ref = useRef<HTMLFormElement>(null);
  const [sending, setSending] = useState(false);
  const [lost, setLost] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  useShownRefusal(ref, refusals);
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (sending) return;
    const form = event.currentTarget;
    setSending(true);
    setLost(null);
    const sender = await photographs().catch(() => null);
    const arrived = await sender?.sendPhotographs(form);
    // Where a release has replaced the script, the form goes as it does without any.
    if (!sender && navigator.onLine) await leaveFor(form);
    else if (arrived?.page.page === 'authentication' && arrived.page.problem) {
      onRefused(arrived.page);
      setRefusals((now) => now + 1);
    } else if (arrived?.page.page === 'failure' || !arrived) setLost(arrived?.page.problem?.detail ?? t('connection_lost'));
    else await leaveFor(arrived.address);
    setSending(false);
  };
  return { ref, send, sending, lost };
}

/** Comes with the first photograph. */
const photographs = () => import('./photographs.ts');

/** As the browser takes a pattern: of the whole value, without the ends being named. */
const NAME_PATTERN = PERSON_NAME.source.replace(/^\^|\$$/g, '');

interface PhotographProps {
  readonly document: DocumentName;
  readonly required: boolean;
  /** What the server refused of the last form, and says of its photograph. */
  readonly problem: AuthenticationPage['problem'];
  readonly told: string | undefined;
}

/** A photograph is chosen, and one that cannot be taken is told before it is sent: on a slow line it would be on its way for minutes. */
function Photograph({ document, required, problem, told }: PhotographProps) {
  const { t } = usePage();
  const id = useId();
  const [seen, setSeen] = useState<{ readonly after: typeof problem; readonly found: string | undefined }>();
  if (document === 'registration') return null;
  // What the server says holds until another is chosen.
  const error = seen?.after === problem ? seen.found : told;
  const look = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = input.files?.[0];
    const tell = (found: string | undefined): void => {
      input.setCustomValidity(found ?? '');
      setSeen({ after: problem, found });
    };
    tell(file && typeProblem(file, t));
    if (!file || typeProblem(file, t) !== undefined) return;
    const sent = await photographs().then(
      ({ smaller }) => smaller(file),
      () => file,
    );
    if (input.files?.[0] === file) tell(sizeProblem(sent, t));
  };
  return (
    <label className={wallet.choice}>
      <span>{t(`auth_document_${document}`)}</span>
      <input
        className={styles.file}
        type="file"
        name={document}
        accept={TYPES.join()}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        onChange={look}
      />
      {error && (
        <span id={id} className={field.error} role="alert">
          {error}
        </span>
      )}
    </label>
  );
}

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** What is wrong with a chosen file, as far as a browser can tell. */
function typeProblem({ type }: File, t: PayerTranslate): string | undefined {
  return type === '' || TYPES.includes(type) ? undefined : t('auth_file_type');
}

function sizeProblem({ size }: File, t: PayerTranslate): string | undefined {
  const { mostBytes } = FILE_PURPOSES.identity;
  return size > mostBytes ? t('auth_file_large', { megabytes: mostBytes / 1_048_576 }) : undefined;
}

export const authentication: PageView<typeof authenticationPage> = { Component: Authentication, title: (_page, t) => t('auth_title') };
