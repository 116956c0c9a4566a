import { QrcodeOutlined } from '@ant-design/icons';
import { CallRefused } from '@purser/client/transport';
import { useSearchParam } from '@purser/console-kit/search-param';
import { plainRate } from '@purser/contract/exchange';
import { quickRechargeExport, quickRechargeQuery } from '@purser/contract/features/usdt-recharge';
import { Fact, Facts } from '@purser/ui/facts';
import { groupDigits } from '@purser/ui/money-text';
import { Segmented } from '@purser/ui/segmented';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { Modal } from '@purser/ui/modal';
import { listsOf } from '../../shared/lists.tsx';
import { May } from '../../shared/may.tsx';
import { blockchains, ownAddress, setting } from './api.ts';
import { Arriving } from './arriving.tsx';
import { RECHARGES } from './recharge-list.tsx';
import { SendTo } from './send-to.tsx';
import { TestDeposit } from './test-usdt.tsx';
import { useT, type OwnTexts } from './texts.ts';
import styles from './usdt-recharge.module.css';

/** In the address: the network whose address is shown, or `1` for none in particular. */
const ADDRESS = 'address';

export default listsOf<OwnTexts>().listPage(quickRechargeQuery, {
  id: 'quick-recharge',
  title: 'menu.quickRecharge',
  hint: 'recharge.quickHint',
  label: 'recharge.quickTable',
  ...RECHARGES,
  empty: { title: 'recharge.quickEmptyTitle', hint: 'recharge.quickEmptyHint', Action: ShowAddress },
  exports: quickRechargeExport,
  Actions: Acts,
  Sums: Arriving,
  Extra: OwnAddress,
});

function Acts() {
  return (
    <>
      <May permission="money.move">
        <TestDeposit />
      </May>
      <ShowAddress />
    </>
  );
}

function ShowAddress() {
  const t = useT();
  const [, setAddress] = useSearchParam(ADDRESS);
  return (
    <Button type="primary" icon={<QrcodeOutlined aria-hidden />} onClick={() => setAddress('1')}>
      {t('recharge.showAddress')}
    </Button>
  );
}

function OwnAddress() {
  const t = useT();
  const [network, setNetwork] = useSearchParam(ADDRESS);
  return (
    <Modal
      open={network !== undefined}
      title={t('recharge.ownAddress')}
      onCancel={() => setNetwork(undefined)}
      footer={null}
      width={480}
      destroyOnHidden
    >
      <Networks chosen={network} onChoose={setNetwork} />
    </Modal>
  );
}

function Networks({ chosen, onChoose }: { readonly chosen: string | undefined; readonly onChoose: (network: string) => void }) {
  const t = useT();
  const query = useQuery(blockchains);
  const list = query.data?.list;
  if (query.isError && !list) return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (!list) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  const shown = list.find(({ network }) => network === chosen) ?? list.find(({ has_address }) => has_address) ?? list[0];
  if (!shown) return <EmptyState title={t('recharge.noNetwork')} hint={t('recharge.noNetworkHint')} />;
  return (
    <div className={styles.form}>
      <Segmented<string>
        block
        label={t('recharge.network')}
        value={shown.network}
        options={list.map(({ network }) => ({ value: network, label: network }))}
        onChange={onChoose}
      />
      {shown.has_address ? (
        <AddressOn network={shown.network} />
      ) : (
        <EmptyState title={t('recharge.noAddress')} hint={t('recharge.noAddressHint')} />
      )}
    </div>
  );
}

function AddressOn({ network }: { readonly network: string }) {
  const t = useT();
  const query = useQuery(ownAddress(network));
  if (query.error instanceof CallRefused) return <EmptyState title={query.error.message} hint={t('recharge.noAddressHint')} />;
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (!query.data) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  const { coin_name, usdt_recharge_minimum } = query.data;
  const minimum = groupDigits(plainRate(usdt_recharge_minimum));
  const lead = `${t('recharge.ownLead', { network, coin: coin_name })} ${t('recharge.ownMinimum', { minimum })} ${t('recharge.ownTime')}`;
  return (
    <>
      <SendTo network={query.data} minimum={usdt_recharge_minimum} lead={lead} />
      <Costs coin={coin_name} />
    </>
  );
}

/** The rate and the fee of now. */
function Costs({ coin }: { readonly coin: string }) {
  const t = useT();
  const { data } = useQuery(setting);
  const found = data?.coins.find(({ coin_name }) => coin_name === coin);
  if (!found) return null;
  return (
    <Facts>
      <Fact label={t('recharge.rate')}>
        {found.rate === null ? t('recharge.noRate') : t('recharge.rateOf', { rate: groupDigits(found.rate), coin })}
      </Fact>
      <Fact label={t('recharge.feeRate')}>{`${found.usdt_recharge_fee}%`}</Fact>
    </Facts>
  );
}
