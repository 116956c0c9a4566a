import { PALETTE_KEYS } from './keys.ts';
import styles from './palette.module.css';
import { useI18n } from './texts.ts';

export interface Shortcuts {
  readonly title: string;
  /** Keys, and what they do. Of several any will do. */
  readonly keys: readonly (readonly [keys: readonly string[], does: string])[];
}

/** The keys that do something, as they are. `own` are those of one console. */
export function KeyboardHelp({ own }: { readonly own: readonly Shortcuts[] }) {
  const { t } = useI18n();
  const groups: readonly Shortcuts[] = [
    {
      title: t('keys.everywhere'),
      keys: [
        [[PALETTE_KEYS.shown], t('keys.open')],
        [['?'], t('keys.help')],
        [['Esc'], t('keys.escape')],
      ],
    },
    {
      title: t('keys.palette'),
      keys: [
        [['↓', '↑'], t('keys.walk')],
        [['Enter'], t('keys.choose')],
      ],
    },
    {
      title: t('keys.list'),
      keys: [
        [['↓', '↑'], t('keys.rows')],
        [['Home', 'End'], t('keys.ends')],
        [['Enter'], t('keys.openRow')],
        [['Space'], t('keys.select')],
        [['Enter'], t('keys.searchNow')],
      ],
    },
    ...own,
  ];
  return (
    // A region that scrolls is reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.keys} aria-label={t('keys.title')} tabIndex={0}>
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([names, does]) => (
              <div key={does}>
                <dt>{does}</dt>
                <dd>
                  {names.map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </section>
  );
}
