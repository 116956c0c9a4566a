import { ImportOutlined } from '@ant-design/icons';
import { useSearchParam } from '@purser/console-kit/search-param';
import { usdtRechargeExport, usdtRechargeQuery } from '@purser/contract/features/usdt-recharge';
import { Button } from 'antd';
import { listsOf } from '../../shared/lists.tsx';
import { RechargeDrawer } from './recharge-drawer.tsx';
import { RECHARGES } from './recharge-list.tsx';
import { useT, type OwnTexts } from './texts.ts';
import { ToQuickRecharge } from './to-quick-recharge.tsx';
import { May, MayForm } from '../../shared/may.tsx';

/** In the address: the coin to receive, or `1` for none in particular, while the form is open. */
const RECHARGE = 'recharge';

export default listsOf<OwnTexts>().listPage(usdtRechargeQuery, {
  id: 'usdt-recharge',
  title: 'menu.manualRecharge',
  hint: 'recharge.hint',
  label: 'recharge.table',
  ...RECHARGES,
  details: { ...RECHARGES.details, Gone: ToQuickRecharge },
  empty: { title: 'recharge.emptyTitle', hint: 'recharge.emptyHint', Action: NewRecharge },
  exports: usdtRechargeExport,
  Actions: NewRecharge,
  Extra: Recharging,
});

function NewRecharge() {
  const t = useT();
  const [, setRecharge] = useSearchParam(RECHARGE);
  return (
    <May permission="money.move">
      <Button type="primary" icon={<ImportOutlined aria-hidden />} onClick={() => setRecharge('1')}>
        {t('recharge.new')}
      </Button>
    </May>
  );
}

function Recharging() {
  const [recharge, setRecharge] = useSearchParam(RECHARGE);
  return (
    <MayForm permission="money.move">
      <RechargeDrawer coin={recharge} onClose={() => setRecharge(undefined)} />
    </MayForm>
  );
}
