import { CallRefused, NotSent } from '@purser/client/transport';
import { client } from '@purser/console-kit/client';
import { refresh } from '@purser/console-kit/query';
import { testUsdtSend } from '@purser/contract/features/test-usdt';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { blockchains } from './api.ts';
import { useT } from './texts.ts';

/** In a demo: has test USDT sent to the merchant's own address. Nothing elsewhere. */
export function TestDeposit() {
  const t = useT();
  const { data } = useQuery(blockchains);
  const [sending, setSending] = useState(false);
  const offer = data?.test_usdt;
  if (!offer) return null;
  const send = async (): Promise<void> => {
    setSending(true);
    try {
      const { network } = await client.request(testUsdtSend, { network: offer.network }, { quiet: true });
      toast.success(t('recharge.testSent', { network }));
      refresh(['reviews', 'coins']);
    } catch (error) {
      toast.error(error instanceof CallRefused || error instanceof NotSent ? error.message : t('recharge.unsettled'));
    } finally {
      setSending(false);
    }
  };
  return (
    <Button loading={sending} onClick={() => void send()}>
      {t('recharge.test', { amount: String(offer.amount) })}
    </Button>
  );
}
