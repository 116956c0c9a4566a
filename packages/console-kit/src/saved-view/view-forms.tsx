import type { Call, InputOf } from '@purser/contract/call';
import { LONGEST_VIEW_NAME } from '@purser/contract/features/saved-view';
import { toast } from '@purser/ui/toast';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { type FormEvent, useState } from 'react';
import { keysOf } from '../act-key.ts';
import { client } from '../client.ts';
import { queryClient } from '../query.ts';
import { TextField } from '../text-field.tsx';
import { savedViewCalls } from './calls.ts';
import type { SavedView } from './saved-views.tsx';
import styles from './saved-views.module.css';
import { toldAtField } from '../told-at-field.ts';
import { useT } from './texts.ts';

type Shown = Pick<SavedView, 'search' | 'columns'>;

/** A write about views; what is refused for its name is told at the name. */
function useWrite<C extends Call>(call: C, done: string, onDone: () => void) {
  const t = useT();
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: (input: InputOf<C>) =>
      keysOf(call).attempt(JSON.stringify(input), (idempotencyKey) => client.request(call, input, { idempotencyKey, quiet: true })),
    onSuccess: async () => {
      toast.success(done);
      await queryClient.invalidateQueries({ queryKey: [savedViewCalls().query.path] });
      onDone();
    },
    onError: (error) => setProblem(toldAtField(call, 'name', error, t)),
  });
  return {
    write: (input: InputOf<C>): void => {
      setProblem(undefined);
      mutate(input);
    },
    isPending,
    problem,
  };
}

interface NameFieldProps {
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (name: string) => void;
}

function NameField({ value, problem, onChange }: NameFieldProps) {
  const t = useT();
  return (
    <TextField
      label={t('saved.name')}
      problem={problem}
      input={{ value, maxLength: LONGEST_VIEW_NAME, autoComplete: 'off', onChange: ({ target }) => onChange(target.value) }}
    />
  );
}

interface DefaultBoxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function DefaultBox({ checked, onChange }: DefaultBoxProps) {
  const t = useT();
  return (
    <label className={styles.box}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {t('saved.default')}
    </label>
  );
}

interface NewViewProps {
  readonly listId: string;
  readonly shown: Shown;
  readonly onDone: () => void;
}

/** Keeps what is shown now under a name. */
export function NewView({ listId, shown, onDone }: NewViewProps) {
  const t = useT();
  const [name, setName] = useState('');
  const [isDefault, setIsDefault] = useState(false);
  const { write, isPending, problem } = useWrite(savedViewCalls().add, t('saved.kept'), onDone);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') write({ list_id: listId, name, ...shown, is_default: isDefault });
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <NameField value={name} problem={problem} onChange={setName} />
      <DefaultBox checked={isDefault} onChange={setIsDefault} />
      <Button type="primary" htmlType="submit" loading={isPending} disabled={name.trim() === ''}>
        {t('saved.save')}
      </Button>
    </form>
  );
}

interface ChangeViewProps {
  readonly view: SavedView;
  readonly shown: Shown;
  readonly onBack: () => void;
}

/** Another name, other contents, another default, or its end. */
export function ChangeView({ view, shown, onBack }: ChangeViewProps) {
  const t = useT();
  const [name, setName] = useState(view.name);
  const calls = savedViewCalls();
  const update = useWrite(calls.update, t('saved.kept'), onBack);
  const remove = useWrite(calls.remove, t('saved.gone'), onBack);
  const { view_id } = view;
  const rename = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') update.write({ view_id, name });
  };
  return (
    <form className={styles.form} aria-label={t('saved.changeNamed', { name: view.name })} onSubmit={rename}>
      <NameField value={name} problem={update.problem ?? remove.problem} onChange={setName} />
      <Button htmlType="submit" loading={update.isPending} disabled={name.trim() === '' || name === view.name}>
        {t('saved.rename')}
      </Button>
      <DefaultBox checked={view.is_default} onChange={(is_default) => update.write({ view_id, is_default })} />
      <Button onClick={() => update.write({ view_id, ...shown })}>{t('saved.replace')}</Button>
      <div className={styles.ends}>
        <Button type="text" onClick={onBack}>
          {t('saved.back')}
        </Button>
        <Button
          danger
          loading={remove.isPending}
          aria-label={t('saved.deleteNamed', { name: view.name })}
          onClick={() => remove.write({ view_id })}
        >
          {t('saved.delete')}
        </Button>
      </div>
    </form>
  );
}
