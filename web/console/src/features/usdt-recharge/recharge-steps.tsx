import { groupDigits } from '@purser/ui/money-text';
import { EmptyState } from '@purser/ui/states';
import { Button } from 'antd';
import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import type { CoinSetting, RechargeRecord, Setting } from './api.ts';
import { SendTo } from './send-to.tsx';
import { TellForm } from './tell-form.tsx';
import { coinOffText } from '../../shared/switched-off.ts';
import { useI18n, useT } from './texts.ts';
import styles from './usdt-recharge.module.css';

const STEPS = ['choose', 'send', 'tell'] as const;

interface Chosen {
  readonly coin: CoinSetting;
  readonly network: Setting['networks'][number];
}

interface RechargeStepsProps {
  readonly setting: Setting;
  readonly firstCoin: string | undefined;
  readonly onMade: (made: RechargeRecord) => void;
}

/** Choosing coin and network, sending, and telling what was sent. */
export function RechargeSteps({ setting, firstCoin, onMade }: RechargeStepsProps) {
  const { t, language } = useI18n();
  const [at, setAt] = useState(0);
  // What was chosen stays for those who may have sent already, also where it is switched off meanwhile: nobody has chosen another.
  const [chosen, choose] = useState<Chosen>();
  const [coinName, setCoin] = useState(firstCoin);
  const [networkName, setNetwork] = useState<string>();
  const begun = at === 0 ? undefined : chosen;
  const coinNow = setting.coins.find(({ coin_name }) => coin_name === (begun?.coin.coin_name ?? coinName));
  const networkNow = setting.networks.find(({ network: name }) => name === (begun?.network.network ?? networkName));
  const coin = coinNow ?? begun?.coin ?? setting.coins[0];
  // What is told is told of the address that was sent to.
  const network = (at === 2 ? undefined : networkNow) ?? begun?.network ?? setting.networks[0];
  const moved = useRef(false);
  // What was pressed is gone: whoever uses the keyboard, or a screen reader, goes on at the beginning of the step.
  const focusTop = useCallback((top: HTMLOListElement | null): void => {
    if (moved.current) top?.focus();
    moved.current = true;
  }, []);
  if (!network) return <EmptyState title={t('recharge.noNetwork')} hint={t('recharge.noNetworkHint')} />;
  if (!coin) return <EmptyState title={t('recharge.noCoins')} hint={t('recharge.noCoinsHint')} />;
  const goTo = (step: number): void => {
    choose({ coin, network });
    setAt(step);
  };
  const off = begun && (coinNow ? !networkNow && t('recharge.noNetwork') : coinOffText({ ...coin, is_on: false }, language));
  return (
    <div className={styles.form}>
      <ol key={at} ref={focusTop} tabIndex={-1} className={styles.steps} aria-label={t('recharge.steps')}>
        {STEPS.map((step, index) => (
          <li key={step} aria-current={index === at ? 'step' : undefined} data-done={index < at}>
            <span aria-hidden="true">{index + 1}</span>
            {t(`recharge.step.${step}`)}
          </li>
        ))}
      </ol>
      {off && (
        <p className={styles.warning} role="alert">
          {off}
        </p>
      )}
      {at === 0 && (
        <>
          <Choices title={t('recharge.coin')}>
            {(name) =>
              setting.coins.map((one) => (
                <Choice
                  key={one.coin_name}
                  name={name}
                  checked={one === coin}
                  onChoose={() => setCoin(one.coin_name)}
                  beside={<Rate coin={one} />}
                >
                  {one.coin_name}
                </Choice>
              ))
            }
          </Choices>
          <Choices title={t('recharge.network')}>
            {(name) =>
              setting.networks.map((one) => (
                <Choice key={one.network} name={name} checked={one === network} onChoose={() => setNetwork(one.network)}>
                  {one.network}
                </Choice>
              ))
            }
          </Choices>
          <div className={styles.buttons}>
            <Button type="primary" size="large" disabled={coin.rate === null} onClick={() => goTo(1)}>
              {t('recharge.next')}
            </Button>
          </div>
        </>
      )}
      {at === 1 && (
        <>
          <SendTo network={network} minimum={coin.usdt_recharge_minimum} />
          <div className={styles.buttons}>
            <Button size="large" onClick={() => setAt(0)}>
              {t('recharge.back')}
            </Button>
            <Button type="primary" size="large" onClick={() => goTo(2)}>
              {t('recharge.hasSent')}
            </Button>
          </div>
        </>
      )}
      {/* What was typed stays where somebody goes back, and is asked about there as well. */}
      <div hidden={at !== 2}>
        <TellForm coin={coin} network={network} onBack={() => goTo(1)} onMade={onMade} />
      </div>
    </div>
  );
}

function Rate({ coin }: { readonly coin: CoinSetting }) {
  const t = useT();
  return coin.rate === null ? t('recharge.noRate') : t('recharge.rateOf', { rate: groupDigits(coin.rate), coin: coin.coin_name });
}

function Choices({ title, children }: { readonly title: string; readonly children: (name: string) => ReactNode }) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{title}</legend>
      {children(name)}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

function Choice({ name, checked, onChoose, beside, children }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <strong>{children}</strong>
      {beside !== undefined && <span className={styles.beside}>{beside}</span>}
    </label>
  );
}
