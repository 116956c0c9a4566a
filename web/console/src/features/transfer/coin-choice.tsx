import { Money } from '@purser/ui/money';
import { useId } from 'react';
import { useCallField } from '@purser/console-kit/call-form';
import { useT } from './texts.ts';
import styles from './transfer.module.css';
import type { TransferForm } from './use-transfer-form.ts';

/** The coins with what is available of each, as one group of choices. */
export function CoinChoice({ form }: { readonly form: TransferForm }) {
  const t = useT();
  const id = useId();
  const { choices, terms, availableOf } = form.look;
  const { problem, field } = useCallField(form, 'coin_name');
  const choose = (coin: string) => (): void => {
    // Another coin has other rules: what was refused for the old one says nothing about it.
    form.fields.clearErrors('amount');
    field.onChange(coin);
  };
  return (
    <fieldset
      className={styles.coins}
      data-problem={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
    >
      <legend>{t('field.coin')}</legend>
      {choices.map(({ coin_name }) => (
        <label key={coin_name} className={styles.coin}>
          <input type="radio" name={`${id}-coin`} value={coin_name} checked={terms?.coin_name === coin_name} onChange={choose(coin_name)} />
          <span className={styles.coinName}>{coin_name}</span>
          <span className={styles.coinBalance}>
            <Money amount={availableOf(coin_name)} />
          </span>
        </label>
      ))}
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
