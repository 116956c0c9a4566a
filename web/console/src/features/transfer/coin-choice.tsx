import { Money } from '@purser/ui/money';
import { useId } from 'react';
import { useT } from '../../shared/i18n.tsx';
import styles from './transfer.module.css';
import type { TransferDraft } from './use-transfer-draft.ts';

/** The coins with what is available of each, as one group of choices. */
export function CoinChoice({ state }: { readonly state: TransferDraft }) {
  const t = useT();
  const id = useId();
  const { choices, terms, availableOf } = state.look;
  const problem = state.problemOf('coin');
  return (
    <fieldset
      className={styles['coins']}
      data-problem={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
    >
      <legend>{t('field.coin')}</legend>
      {choices.map(({ coin_name }) => (
        <label key={coin_name} className={styles['coin']}>
          <input
            type="radio"
            name={`${id}-coin`}
            value={coin_name}
            checked={terms?.coin_name === coin_name}
            onChange={() => state.change('coin', coin_name)}
          />
          <span className={styles['coinName']}>{coin_name}</span>
          <span className={styles['coinBalance']}>
            <Money amount={availableOf(coin_name)} />
          </span>
        </label>
      ))}
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
