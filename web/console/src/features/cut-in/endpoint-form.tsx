import { joined } from '@purser/console-kit/format';
import { CallField, CallForm, useCallField } from '@purser/console-kit/call-form';
import type { ActSteps } from '@purser/console-kit/confirmed-act';
import { problemsBySchema, useConfirmedDialog, useTyped, type FormState } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import type { Call } from '@purser/contract/call';
import { SUBSCRIBED_EVENT_TYPES, webhookEndpointAdd } from '@purser/contract/features/webhook';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { FormField } from '@purser/ui/form-field';
import { toast } from '@purser/ui/toast';
import { Checkbox, Input, Radio } from 'antd';
import { useForm } from 'react-hook-form';
import { eventName } from '../../shared/delivery-names.ts';
import type { Endpoint } from './api.ts';
import { isWebAddress } from './integration-form.ts';
import { useT } from './texts.ts';
import styles from './cut-in.module.css';

type Contents = Pick<Endpoint, 'name' | 'address' | 'events' | 'is_on'>;
type EventType = NonNullable<Contents['events']>[number];

interface Draft {
  readonly name: string;
  readonly address: string;
  readonly every: boolean;
  readonly events: readonly EventType[];
  readonly is_on: boolean;
}

interface EndpointFormProps<C extends Call> extends Pick<ActSteps<C, Contents>, 'contentsOf' | 'onDone'> {
  readonly call: C;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly held: Contents;
  /** As it is now: somebody may have changed what is not changed here since the dialog was opened. Undefined where that is not known. */
  readonly askNow?: () => Promise<Contents | undefined>;
  /** Whether it can be switched on and off. */
  readonly withSwitch?: boolean;
  /** After these refusals what the dialog was about is no longer so; the card shows how it is. */
  readonly endedBy: readonly string[];
}

/** What an endpoint is: first its address and events, then the code. */
export function EndpointForm<C extends Call>(props: EndpointFormProps<C>) {
  const { call, open, onClose, title, held, askNow, withSwitch = false, contentsOf, onDone, endedBy } = props;
  const t = useT();
  const { name, address, is_on } = held;
  const fields = useForm<Draft>({ values: { name, address, every: held.events === null, events: held.events ?? [], is_on } });
  const typed = useTyped(fields);
  const { dirtyFields } = fields.formState;
  const contents: Contents = {
    name: typed.name.trim(),
    address: typed.address.trim(),
    events: typed.every ? null : [...typed.events].toSorted(),
    is_on: typed.is_on,
  };
  const form = useConfirmedDialog(call, fields, {
    problems: {
      ...problemsBySchema(webhookEndpointAdd, contents, {
        name: t('cutIn.nameHint'),
        address: t('cutIn.addressWrong'),
        events: t('cutIn.eventsNone'),
      }),
      ...(!isWebAddress(contents.address) && { address: t('cutIn.addressWrong') }),
    },
    review: async (_refuse, ifAwaited): Promise<Contents | undefined> => {
      const now = (await askNow?.()) ?? held;
      const before: Contents = { name: now.name, address: now.address, events: now.events?.toSorted() ?? null, is_on: now.is_on };
      const after: Contents = {
        name: dirtyFields.name ? contents.name : before.name,
        address: dirtyFields.address ? contents.address : before.address,
        events: dirtyFields.every || dirtyFields.events ? contents.events : before.events,
        is_on: dirtyFields.is_on ? contents.is_on : before.is_on,
      };
      if (JSON.stringify(after) !== JSON.stringify(before)) return after;
      return ifAwaited(() => {
        toast.info(t('cutIn.nothingChanged'));
        form.close();
      });
    },
    contentsOf,
    onDone,
    onClose,
    changes: ['webhooks'],
    endedBy,
  });
  const { reviewed } = form;

  return (
    <>
      <FormDialog
        form={form}
        open={open}
        title={title}
        submitText={t('cutIn.continue')}
        onCancel={form.close}
        // A stray key does not throw away what was typed; the cross does.
        keyboard={!fields.formState.isDirty}
      >
        <CallForm form={form} className={styles.form}>
          <CallField form={form} name="address" label={t('cutIn.webhookAddress')} hint={t('cutIn.addressHint')}>
            {(control) => (
              <Input
                {...control}
                value={typed.address}
                inputMode="url"
                placeholder="https://"
                autoComplete="off"
                spellCheck={false}
                maxLength={2048}
              />
            )}
          </CallField>
          <CallField form={form} name="name" label={t('cutIn.name')} hint={t('cutIn.nameHint')}>
            {(control) => <Input {...control} value={typed.name} autoComplete="off" maxLength={60} />}
          </CallField>
          <Events form={form} />
          {withSwitch && <Switch form={form} />}
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={title}
        facts={[
          { label: t('cutIn.webhookAddress'), value: reviewed?.address },
          ...(reviewed?.name ? [{ label: t('cutIn.name'), value: reviewed.name }] : []),
          {
            label: t('cutIn.events'),
            value: reviewed?.events
              ? joined(
                  reviewed.events.map((type) => eventName(type, t)),
                  t,
                )
              : t('cutIn.eventsEvery'),
          },
          ...(withSwitch ? [{ label: t('cutIn.switch'), value: reviewed?.is_on ? t('cutIn.isOn') : t('cutIn.isOff') }] : []),
        ]}
        warning={withSwitch && reviewed?.is_on === false ? t('cutIn.switchHint') : undefined}
        confirmText={title}
      />
    </>
  );
}

function Events({ form }: { readonly form: FormState<Draft> }) {
  const t = useT();
  const every = useCallField(form, 'every');
  const { field, problem } = useCallField(form, 'events');
  return (
    <FormField label={t('cutIn.events')} problem={every.field.value ? undefined : problem}>
      {(control) => (
        <fieldset {...control} className={styles.events} aria-label={t('cutIn.events')}>
          <Radio.Group
            value={every.field.value}
            onChange={({ target }) => every.field.onChange(target.value)}
            options={[
              { value: true, label: t('cutIn.eventsAll'), className: styles.choice ?? '' },
              { value: false, label: t('cutIn.eventsSome'), className: styles.choice ?? '' },
            ]}
          />
          {every.field.value === false && (
            <Checkbox.Group
              className={styles.choices ?? ''}
              value={field.value as string[]}
              onChange={(types) => field.onChange(types)}
              options={SUBSCRIBED_EVENT_TYPES.map((type) => ({ value: type, label: eventName(type, t) }))}
            />
          )}
        </fieldset>
      )}
    </FormField>
  );
}

function Switch({ form }: { readonly form: FormState<Draft> }) {
  const t = useT();
  const { field } = useCallField(form, 'is_on');
  return (
    <div>
      <Checkbox className={styles.choice ?? ''} checked={field.value as boolean} onChange={({ target }) => field.onChange(target.checked)}>
        {t('cutIn.switch')}
      </Checkbox>
      <p className={styles.hint}>{t('cutIn.switchHint')}</p>
    </div>
  );
}
