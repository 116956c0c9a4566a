import { RECHARGE_WAYS } from '@purser/contract/features/account';
import { partyWhiteListClear } from '@purser/contract/features/party';
import { partyAccessKeyRevoke, partyRechargeConfigurationSet } from '@purser/contract/features/party-detail';
import { DetailsPart } from '@purser/ui/details';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LineList } from '../../shared/line-list/line-list.tsx';
import { useAllowed } from '../../shared/session.ts';
import { ActWithReason } from './act-with-reason.tsx';
import { merchantDetail, type MerchantDetail } from './api.ts';
import { DepositAddresses } from './deposit-addresses.tsx';
import { AuditOf, Balances, Found, Lines, Records, ReviewOrders, Said, Sessions } from './parts.tsx';
import styles from './parties.module.css';
import { useT } from './texts.ts';
import { STATUS_TONES } from './tones.ts';
import { ORDER_TONES } from '../../shared/order-tones.ts';

interface PartsProps {
  readonly merchantId: number;
  readonly name: string;
}

/** What a merchant has, did and uses. */
export function MerchantParts({ merchantId, name }: PartsProps) {
  const query = useQuery(merchantDetail(merchantId));
  return (
    <Found query={query}>
      {(merchant) => (
        <>
          <Balances rows={merchant.balances} />
          <RechargeWays name={name} merchant={merchant} />
          {merchant.recharge_configuration.includes(RECHARGE_WAYS.quick) && (
            <DepositAddresses merchantId={merchantId} name={name} coins={merchant.balances.map(({ coin_name }) => coin_name)} />
          )}
          <Orders merchantId={merchantId} rows={merchant.orders} />
          <ReviewOrders ownerId={merchantId} />
          <Records rows={merchant.records} />
          {merchant.members.length > 0 && <Members rows={merchant.members} />}
          <AccessKeys name={name} merchant={merchant} />
          <WhiteList name={name} merchant={merchant} />
          <Sessions ownerId={merchantId} name={name} rows={merchant.sessions} />
          <AuditOf ownerId={merchantId} />
        </>
      )}
    </Found>
  );
}

interface OfMerchant {
  readonly name: string;
  readonly merchant: MerchantDetail;
}

/** Whether the merchant may recharge quickly, with a button that turns it. To recharge by hand is open to every merchant. */
function RechargeWays({ name, merchant }: OfMerchant) {
  const t = useT();
  const mayChange = useAllowed()('party.change');
  const { merchant_id } = merchant;
  const { manual, quick } = RECHARGE_WAYS;
  const before = [manual, quick].filter((way) => merchant.recharge_configuration.includes(way));
  const isOn = before.includes(quick);
  const after = isOn ? before.filter((way) => way !== quick) : [...before, quick];
  return (
    <Lines title={t('party.recharge')} rows={['quick'] as const} keyOf={(way) => way}>
      {(way) => (
        <>
          <Said beside={t(isOn ? 'party.rechargeOn' : 'party.rechargeOff')}>{t(`party.recharge.${way}`)}</Said>
          {mayChange && (
            <ActWithReason
              call={partyRechargeConfigurationSet}
              contentsOf={(reason) => ({ merchant_id, recharge_configuration: after, reason })}
              title={t(`party.${isOn ? 'forbid' : 'allow'}.${way}`)}
              name={name}
              warning={t('party.rechargeWarning')}
              danger={isOn}
            />
          )}
        </>
      )}
    </Lines>
  );
}

function Orders({ merchantId, rows }: { readonly merchantId: number; readonly rows: MerchantDetail['orders'] }) {
  const t = useT();
  return (
    <div>
      <Lines title={t('party.orders')} rows={rows} keyOf={({ serial_number }) => serial_number}>
        {({ serial_number, order_id, amount, coin_name, order_status, create_time }) => (
          <>
            <Said beside={`${serial_number} · ${formatInstant(create_time)}`}>{order_id}</Said>
            <span className={styles.end}>
              <Money amount={amount} coin={coin_name} />
              <StatusTag tone={ORDER_TONES[order_status]}>{t(`party.order.${order_status}`)}</StatusTag>
            </span>
          </>
        )}
      </Lines>
      {rows.length > 0 && (
        <Link className={styles.all} to="/orders" search={{ merchant_id: String(merchantId) } as never}>
          {t('party.ordersAll')}
        </Link>
      )}
    </div>
  );
}

/** Who acts for the merchant; the merchant's own to change. */
function Members({ rows }: { readonly rows: MerchantDetail['members'] }) {
  const t = useT();
  return (
    <Lines title={t('party.members')} rows={rows} keyOf={({ member_id }) => String(member_id)}>
      {({ username, name, role, status, is_set_up, login_time, login_ip }) => (
        <>
          <Said
            beside={`${username} · ${login_time === null ? t(is_set_up ? 'party.memberNeverIn' : 'party.memberInvited') : `${formatInstant(login_time)} · ${login_ip ?? ''}`}`}
          >
            {name}
          </Said>
          <span className={styles.end}>
            {t(`party.memberRole.${role}`)}
            {status === 'suspended' && <StatusTag tone={STATUS_TONES.suspended}>{t('party.status.suspended')}</StatusTag>}
          </span>
        </>
      )}
    </Lines>
  );
}

function AccessKeys({ name, merchant }: OfMerchant) {
  const t = useT();
  const mayChange = useAllowed()('party.change');
  const { merchant_id } = merchant;
  return (
    <Lines title={t('party.keys')} rows={merchant.access_keys} keyOf={({ access_key }) => access_key}>
      {({ access_key, ip_permission, last_used_time }) => (
        <>
          <Said
            beside={`${last_used_time === null ? t('party.keyUnused') : t('party.keyUsed', { time: formatInstant(last_used_time) })} · ${ip_permission.join(', ') || t('party.anyAddress')}`}
          >
            {access_key}
          </Said>
          {mayChange && (
            <ActWithReason
              call={partyAccessKeyRevoke}
              contentsOf={(reason) => ({ merchant_id, access_key, reason })}
              title={t('party.revokeKeyOf', { key: access_key })}
              word={t('party.revokeKey')}
              name={name}
              warning={t('party.revokeKeyWarning')}
              danger
            />
          )}
        </>
      )}
    </Lines>
  );
}

/** The addresses from which alone the merchant logs in; cleared for a merchant whom they shut out. */
function WhiteList({ name, merchant }: OfMerchant) {
  const t = useT();
  const mayChange = useAllowed()('party.change');
  const { merchant_id, white_list: rows } = merchant;
  return (
    <DetailsPart title={t('party.whiteList')}>
      {rows.length === 0 ? (
        <span className={styles.beside}>{t('party.anyAddress')}</span>
      ) : (
        <>
          <LineList>
            {rows.map(({ ip, create_time }) => (
              <li key={ip}>
                <Said>{ip}</Said>
                <span className={styles.beside}>{formatInstant(create_time)}</span>
              </li>
            ))}
          </LineList>
          {mayChange && (
            <ActWithReason
              call={partyWhiteListClear}
              contentsOf={(reason) => ({ merchant_id, reason })}
              title={t('party.clearWhiteList')}
              name={name}
              warning={t('party.clearWhiteListWarning')}
            />
          )}
        </>
      )}
    </DetailsPart>
  );
}
