import { usdtWithdrawalCancel } from '@purser/contract/features/usdt-withdrawal';
import { next } from '@purser/contract/machine';
import { cameToNothing, usdtWithdrawalMachine } from '@purser/contract/review';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart, DetailsReasons } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { Money } from '@purser/ui/money';
import { groupDigits } from '@purser/ui/money-text';
import { StatusTag } from '@purser/ui/status-tag';
import { Timeline, TimelineStep } from '@purser/ui/timeline';
import { RecordEntries } from '../../shared/record-entries.tsx';
import { ReceiptButton } from '../../shared/receipt-button.tsx';
import { StillExpected } from '../../shared/still-expected.tsx';
import type { Withdrawal } from './api.ts';
import { STEP_TONES, stepsOf, TONES, type Step } from './status.ts';
import { useT, type T } from './texts.ts';
import { CallOff } from '../../shared/call-off.tsx';

interface Row {
  readonly row: Withdrawal;
}

/** One withdrawal whole: what happened to it, what it comes to, where it goes. */
export function WithdrawalDetails({ row }: Row) {
  const t = useT();
  return (
    <Details>
      <DetailsHead>
        <Money amount={row.trade_count} coin={row.out_abbreviation} size="large" />
        <StatusTag tone={TONES[row.status]}>{t(`usdtOut.status.${row.status}`)}</StatusTag>
      </DetailsHead>
      <CallOff
        call={usdtWithdrawalCancel}
        input={{ order_no: row.order_no }}
        permission="money.move"
        isPossible={next(usdtWithdrawalMachine, row.status, 'cancel') !== undefined}
        title={t('usdtOut.cancelTitle')}
        act={t('usdtOut.cancel')}
        keep={t('usdtOut.keep')}
        done={t('usdtOut.cancelled')}
        changes={['reviews', 'balances']}
      >
        {t('usdtOut.cancelLead', { amount: `${groupDigits(row.trade_count)} ${row.out_abbreviation}` })}
      </CallOff>
      {row.status === 'settled' && <ReceiptButton serialNumber={row.order_no} />}
      <DetailsPart title={t('usdtOut.historyTitle')}>
        <Timeline>
          {stepsOf(row).map(({ step, time }) => (
            <TimelineStep key={step} tone={STEP_TONES[step]} time={time} muted={time === null}>
              <span>{stepText(step, row, t)}</span>
            </TimelineStep>
          ))}
        </Timeline>
      </DetailsPart>
      <DetailsReasons title={t('because.title')} reasons={row.manual_because.map((because) => t(`because.${because}`))} />
      <DetailsPart title={t('usdtOut.moneyTitle')}>
        <MoneyFacts row={row} />
        <StillExpected kind="usdt_withdrawal" status={row.status} />
      </DetailsPart>
      <DetailsPart title={t('usdtOut.chainTitle')}>
        <Facts>
          <Fact label={t('usdtOut.network')}>{row.network}</Fact>
          <Fact label={t('usdtOut.address')}>
            <CopyText text={row.address} what={t('usdtOut.address')} />
          </Fact>
          {row.txid !== '' && (
            <Fact label={t('usdtOut.txid')}>
              <CopyText text={row.txid} what={t('usdtOut.txid')} />
            </Fact>
          )}
          <Fact label={t('usdtOut.orderNo')}>
            <CopyText text={row.order_no} what={t('usdtOut.orderNo')} />
          </Fact>
          {row.remark !== '' && <Fact label={t('usdtOut.remark')}>{row.remark}</Fact>}
        </Facts>
      </DetailsPart>
      <DetailsPart title={t('record.entries')}>
        <RecordEntries serialNumber={row.order_no} topic="reviews" none={t('usdtOut.noEntries')} />
      </DetailsPart>
    </Details>
  );
}

function MoneyFacts({ row }: Row) {
  const t = useT();
  const money = (amount: string | null) => <Money amount={amount} coin={row.out_abbreviation} />;
  const isWithout = cameToNothing(row.status);
  return (
    <Facts>
      <Fact label={t('usdtOut.amount')}>{money(row.trade_count)}</Fact>
      <Fact label={t('usdtOut.feeOf', { rate: row.usdt_withdrawal_fee })}>{money(isWithout ? null : row.fee)}</Fact>
      <Fact label={t('usdtOut.networkFee')}>{money(isWithout ? null : row.network_fee)}</Fact>
      <Fact label={t('usdtOut.rate')}>
        {t('usdtOut.rateOf', { crypto: row.abbreviation, rate: groupDigits(row.rate), coin: row.out_abbreviation })}
      </Fact>
      <Fact label={t('usdtOut.arrives')} strong>
        <Money amount={isWithout ? null : row.count} coin={row.abbreviation} />
      </Fact>
    </Facts>
  );
}

function stepText(step: Step, row: Withdrawal, t: T): string {
  if (step === 'created') return t('usdtOut.happened.created', { amount: `${groupDigits(row.trade_count)} ${row.out_abbreviation}` });
  if (step === 'settled') return t('usdtOut.happened.settled', { amount: `${groupDigits(row.count)} ${row.abbreviation}` });
  return t(`usdtOut.happened.${step}`);
}
