import { useSearchParam } from '@purser/console-kit/search-param';
import { Segmented } from '@purser/ui/segmented';
import { useT } from './texts.ts';

/** In the address: `checkout`, or nothing for the bank accounts. */
const TAB = 'tab';
export const CHECKOUT = 'checkout';

export function useTab() {
  return useSearchParam(TAB);
}

/** What is paid in and what is paid out. */
export function Tabs() {
  const t = useT();
  const [tab, setTab] = useTab();
  return (
    <Segmented
      label={t('menu.paymentMethod')}
      value={tab === CHECKOUT ? CHECKOUT : 'payouts'}
      options={[
        { value: CHECKOUT, label: t('checkout.tab') },
        { value: 'payouts', label: t('method.tab') },
      ]}
      onChange={(chosen) => setTab(chosen === CHECKOUT ? CHECKOUT : undefined)}
    />
  );
}
