import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { PATHS } from '../../shared/paths.ts';
import { useT } from './texts.ts';
import styles from './ways.module.css';

/** From the orders to what was given back of them. */
export function ToRefunds() {
  const t = useT();
  return <Way to={PATHS.refunds} name={t('refund.list')} />;
}

/** And back. */
export function ToOrders() {
  const t = useT();
  return <Way to={PATHS.orders} name={t('order.all')} />;
}

function Way({ to, name }: { readonly to: string; readonly name: string }) {
  const navigate = useNavigate();
  return (
    <Button type="link" className={styles.way} onClick={() => void navigate({ to } as never)}>
      {name}
    </Button>
  );
}
