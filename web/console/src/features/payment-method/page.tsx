import { lazyPart } from '@purser/ui/lazy-part';
import { BankOutlined } from '@ant-design/icons';
import { useSearchParam } from '@purser/console-kit/search-param';
import { paymentMethodExport, paymentMethodQuery } from '@purser/contract/features/payment-method';
import { Button } from 'antd';
import { listsOf } from '../../shared/lists.tsx';
import { LinkMethod } from './link-method.tsx';
import { CHECKOUT, Tabs, useTab } from './tabs.tsx';
import { useT, type OwnTexts } from './texts.ts';
import { METHOD_TONES } from './tones.ts';
import { May, MayForm } from '../../shared/may.tsx';

/** In the address: `1` while the form for a new account is open. */
const LINK = 'link';

const AtCheckout = lazyPart(() => import('./at-checkout.tsx'));
const MethodDetails = lazyPart(async () => ({ default: (await import('./method-details.tsx')).MethodDetails }));

/** How payers may pay, and the bank accounts that the merchant is paid out to. */
export default function PaymentMethodPage() {
  const [tab] = useTab();
  return tab === CHECKOUT ? <AtCheckout /> : <ForPayouts />;
}

const ForPayouts = listsOf<OwnTexts>().listPage(paymentMethodQuery, {
  id: 'payment-method',
  title: 'menu.paymentMethod',
  hint: 'method.hint',
  label: 'method.table',
  topics: ['payment_methods'],
  rowKey: (row) => row.payment_method_id,
  columns: (c, t) => [
    c.own('account_number', 'method.number', (row) => `${row.bank_name} ${row.account_number}`, { always: true }),
    c.choice('status', 'method.status', (value) => t(`method.status.${value}`), { tones: METHOD_TONES, always: true }),
    c.text('holder_name', 'method.holder'),
    c.text('market', 'method.currency'),
    c.choice('binding', 'method.binding', (value) => t(`method.binding.${value}`), { tones: { bound: 'success', unbound: 'neutral' } }),
    c.choice('listing', 'method.listing', (value) => t(`method.listing.${value}`), { tones: { on: 'success', off: 'neutral' } }),
    c.own('is_default', 'method.default', (row) => (row.is_default ? t('method.default') : '–')),
    c.time('create_time', 'field.createTime'),
    c.text('bank_code', 'method.bankCode', { optional: true }),
    c.text('reason', 'method.reason', { optional: true }),
    c.time('update_time', 'field.updateTime', { optional: true }),
  ],
  filters: (f, t) => [
    f.choice('status', 'method.status', (value) => t(`method.status.${value}`)),
    f.choice('binding', 'method.binding', (value) => t(`method.binding.${value}`)),
    f.choice('listing', 'method.listing', (value) => t(`method.listing.${value}`)),
  ],
  details: { title: 'method.detailTitle', find: (payment_method_id) => ({ payment_method_id }), Body: MethodDetails },
  empty: { title: 'method.emptyTitle', hint: 'method.emptyHint', Action: Link },
  exports: paymentMethodExport,
  Actions: Acts,
  Extra: Linking,
});

function Acts() {
  return (
    <>
      <Tabs />
      <Link />
    </>
  );
}

function Link() {
  const t = useT();
  const [, setLink] = useSearchParam(LINK);
  return (
    <May permission="payee.change">
      <Button type="primary" icon={<BankOutlined aria-hidden />} onClick={() => setLink('1')}>
        {t('method.add')}
      </Button>
    </May>
  );
}

function Linking() {
  const [link, setLink] = useSearchParam(LINK);
  return (
    <MayForm permission="payee.change">
      <LinkMethod open={link !== undefined} onClose={() => setLink(undefined)} />
    </MayForm>
  );
}
