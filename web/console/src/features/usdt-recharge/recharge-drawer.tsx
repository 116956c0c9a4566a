import { refresh } from '@purser/console-kit/query';
import { ErrorState } from '@purser/ui/states';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Drawer } from '@purser/ui/drawer';
import { useState } from 'react';
import { type RechargeRecord, setting } from './api.ts';
import { Made } from './made.tsx';
import { RechargeSteps } from './recharge-steps.tsx';
import { useT } from './texts.ts';

interface RechargeDrawerProps {
  /** The coin to begin with; undefined keeps the drawer closed. */
  readonly coin: string | undefined;
  readonly onClose: () => void;
}

/** Bringing USDT in: where to send it, what was sent, then what was made of it. */
export function RechargeDrawer({ coin, onClose }: RechargeDrawerProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  const [made, setMade] = useState<RechargeRecord>();
  return (
    <Drawer
      open={coin !== undefined}
      onClose={onClose}
      afterOpenChange={(open) => {
        if (open) return;
        setMade(undefined);
        // Without an answer nobody knows whether something was submitted; what the server knows shows it.
        refresh(['reviews']);
      }}
      title={t(made ? 'recharge.doneTitle' : 'recharge.new')}
      size={phone ? '100%' : 560}
      mask={{ closable: made !== undefined }}
      destroyOnHidden
    >
      {made ? <Made recharge={made} onAnother={() => setMade(undefined)} onClose={onClose} /> : <Steps firstCoin={coin} onMade={setMade} />}
    </Drawer>
  );
}

function Steps({ firstCoin, onMade }: { readonly firstCoin: string | undefined; readonly onMade: (made: RechargeRecord) => void }) {
  const query = useQuery(setting);
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (!query.data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  return (
    <RechargeSteps
      setting={query.data}
      firstCoin={firstCoin}
      onMade={(made) => {
        refresh(['reviews']);
        onMade(made);
      }}
    />
  );
}
