import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { coins } from './admission-api.ts';
import styles from './parties.module.css';
import { useT } from './texts.ts';

interface MarketChoiceProps {
  readonly value: readonly string[];
  readonly onChange: (markets: string[]) => void;
  readonly problem: string | undefined;
}

/** The markets that are switched on, each with its coin. */
export function MarketChoice({ value, onChange, problem }: MarketChoiceProps) {
  const t = useT();
  const { data } = useQuery(coins);
  const markets = data?.coins.flatMap(({ market, market_is_on, coin_is_on, coin_name }) =>
    market !== null && market_is_on === true && coin_is_on ? [{ market, coin: coin_name }] : [],
  );
  return (
    <fieldset className={styles.markets} aria-busy={markets === undefined}>
      <legend>{t('party.markets')}</legend>
      <Checkbox.Group value={[...value]} onChange={(chosen) => onChange(chosen.map(String))}>
        {markets?.map(({ market, coin }) => (
          <Checkbox key={market} value={market} aria-invalid={problem === undefined ? undefined : true}>
            {market} ({coin})
          </Checkbox>
        ))}
      </Checkbox.Group>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
