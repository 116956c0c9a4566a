import { type PlainKey, plainly } from '@purser/console-kit/i18n';
import { isPaidOut } from '@purser/contract/exchange';
import type { MemberPermission } from '@purser/contract/member';
import { Menu } from '@purser/ui/menu';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import type { ConsoleTexts } from '../../shared/i18n.tsx';
import { PATHS } from '../../shared/paths.ts';
import type { Asset } from './api.ts';
import styles from './assets.module.css';
import { type OwnTexts, useT } from './texts.ts';
import { useMay } from '../../shared/may.tsx';

/** What one can do with a coin: its name, the page of its form, and what the address says so that the form begins with the coin. */
interface CoinAction {
  readonly text: PlainKey<OwnTexts>;
  readonly to: string;
  readonly param: string;
  /** For which coins it is; for all unless said. */
  readonly suits?: (asset: Asset) => boolean;
  /** For whom of a team it is; for all unless said. */
  readonly wants?: MemberPermission;
}

const ACTIONS: readonly CoinAction[] = [
  { text: 'assets.transfer', to: PATHS.transfer, param: 'send', wants: 'money.move' },
  { text: 'assets.receive', to: PATHS.receive, param: 'coin', suits: ({ market }) => market !== null },
  { text: 'assets.receive', to: PATHS.assets, param: 'receive', suits: ({ market }) => market === null },
  { text: 'assets.depositCrypto', to: PATHS.usdtRecharge, param: 'recharge', wants: 'money.move' },
  { text: 'assets.withdrawCrypto', to: PATHS.usdtWithdrawals, param: 'withdraw', wants: 'money.move' },
  { text: 'assets.withdrawFiat', to: PATHS.fiatWithdrawal, param: 'withdraw', suits: isPaidOut, wants: 'money.move' },
];

/** How many stand beside the coin; the others are in a menu. */
const BESIDE = 2;

/** Everything that can be done with a coin, each a way to its form. */
export function CoinActions({ asset }: { readonly asset: Asset }) {
  const t = useT();
  const nameOf = plainly<ConsoleTexts & OwnTexts>(t);
  const navigate = useNavigate();
  const coin = asset.coin_name;
  const may = useMay();
  const actions = ACTIONS.filter(({ suits, wants }) => suits?.(asset) !== false && may(wants));
  const others = actions.slice(BESIDE);
  const take = ({ to, param }: CoinAction): void => void navigate({ to, search: { [param]: coin } } as never);
  const more = t('assets.moreFor', { coin });
  return (
    <span className={styles.actions}>
      {actions.slice(0, BESIDE).map((action) => (
        <Button
          key={action.text}
          size="small"
          aria-label={t('assets.actFor', { act: nameOf(action.text), coin })}
          onClick={() => take(action)}
        >
          {nameOf(action.text)}
        </Button>
      ))}
      {others.length > 0 && (
        <Menu
          label={more}
          align="end"
          renderButton={(opener) => (
            <Button size="small" aria-label={more} {...opener}>
              {t('assets.more')}
            </Button>
          )}
          items={others.map(({ text }) => ({ key: text, label: nameOf(text) }))}
          onChoose={(key) => others.filter(({ text }) => text === key).forEach(take)}
        />
      )}
    </span>
  );
}
