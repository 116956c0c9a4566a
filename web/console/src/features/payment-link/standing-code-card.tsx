import { Card } from '@purser/console-kit/card';
import { saveFile } from '@purser/console-kit/list/receive-file';
import { CopyText } from '@purser/ui/copy-text';
import { Fact, Facts } from '@purser/ui/facts';
import { QrCode } from '@purser/ui/qr-code';
import { qrPng, qrSvg } from '@purser/ui/qr-file';
import { Segmented } from '@purser/ui/segmented';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button, Skeleton } from 'antd';
import { ownAccount } from '../../shared/account.ts';
import { PATHS } from '../../shared/paths.ts';
import { type StandingCode, standingCodes } from './api.ts';
import styles from './payment-link.module.css';
import { useT } from './texts.ts';

interface StandingCodeCardProps {
  /** The coin whose code is shown; the first unless it is one of them. */
  readonly coin: string | undefined;
  readonly onChoose: (coin: string) => void;
}

/** The code that stands at the till: payers scan it and type what they pay. */
export function StandingCodeCard({ coin, onChoose }: StandingCodeCardProps) {
  const t = useT();
  const query = useQuery(standingCodes);
  const list = query.data?.list;
  const chosen = list?.find(({ coin_name }) => coin_name === coin) ?? list?.[0];
  return (
    <Card title={t('paymentLink.standing')} hint={t('paymentLink.standingHint')}>
      {query.isError && !list ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : !list ? (
        <Skeleton active title={false} paragraph={{ rows: 5 }} />
      ) : chosen ? (
        <div className={styles.standing}>
          <div className={styles.qr}>
            <QrCode text={chosen.payment_url} size={232} margin={24} label={t('paymentLink.standingQr', { coin: chosen.coin_name })} />
          </div>
          <div className={styles.beside}>
            {list.length > 1 && (
              <Segmented<string>
                label={t('field.coin')}
                value={chosen.coin_name}
                options={list.map(({ coin_name }) => ({ value: coin_name, label: coin_name }))}
                onChange={onChoose}
              />
            )}
            <Standing code={chosen} />
          </div>
        </div>
      ) : (
        <EmptyState title={t('paymentLink.noMarket')} hint={t('paymentLink.noMarketHint')} />
      )}
    </Card>
  );
}

function Standing({ code }: { readonly code: StandingCode }) {
  const t = useT();
  const navigate = useNavigate();
  const account = useQuery(ownAccount).data;
  const { coin_name: coin, payment_url: address } = code;
  const name = `${account?.merchant_id ?? 'purser'}-${coin}`;
  return (
    <>
      <Facts>
        {account && <Fact label={t('field.merchantName')}>{account.name}</Fact>}
        <Fact label={t('field.coin')}>{coin}</Fact>
        <Fact label={t('paymentLink.address')}>
          <span className={styles.address}>
            <CopyText text={address} what={t('paymentLink.address')} />
          </span>
        </Fact>
      </Facts>
      {!code.is_on && <p className={styles.warning}>{t('paymentLink.off', { coin })}</p>}
      {code.is_on && !code.is_listed && <p className={styles.warning}>{t('paymentLink.unlisted', { coin })}</p>}
      <div className={styles.buttons}>
        <Button onClick={() => saveFile(`${name}.svg`, new Blob([qrSvg(address)], { type: 'image/svg+xml' }))}>
          {t('paymentLink.saveSvg')}
        </Button>
        <Button onClick={() => void qrPng(address).then((png) => saveFile(`${name}.png`, png))}>{t('paymentLink.savePng')}</Button>
        <Button onClick={() => void navigate({ to: PATHS.poster, search: { coin } } as never)}>{t('paymentLink.poster')}</Button>
      </div>
    </>
  );
}
