import { EmptyState, ErrorState } from '@purser/ui/states';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Skeleton } from 'antd';
import { useT } from '../../shared/i18n.tsx';
import { orders, type Order } from './api.ts';
import { OrderDetails } from './order-details.tsx';

interface OrderDrawerProps {
  /** Undefined keeps the drawer closed. */
  readonly serialNumber: string | undefined;
  /** The order as the list has it, to show at once. */
  readonly known: Order | undefined;
  readonly onClose: () => void;
}

/** One order whole, kept current while it is open. */
export function OrderDrawer({ serialNumber, known, onClose }: OrderDrawerProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  return (
    <Drawer
      open={serialNumber !== undefined}
      onClose={onClose}
      title={t('rechargeRecord.detailTitle')}
      size={phone ? '100%' : 480}
      destroyOnHidden
    >
      {serialNumber !== undefined && <Content key={serialNumber} serialNumber={serialNumber} known={known} />}
    </Drawer>
  );
}

function Content({ serialNumber, known }: { readonly serialNumber: string; readonly known: Order | undefined }) {
  const t = useT();
  const query = useQuery({ ...orders({ serial_number: serialNumber, page: 1, page_size: 1 }), placeholderData: undefined });
  const order = query.data?.list[0] ?? known;
  if (order) return <OrderDetails order={order} />;
  if (query.isError) return <ErrorState onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (!query.data) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  return <EmptyState title={t('rechargeRecord.notFoundTitle')} hint={t('rechargeRecord.notFoundHint')} />;
}
