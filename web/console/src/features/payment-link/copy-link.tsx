import { toast } from '@purser/ui/toast';
import { Button } from 'antd';
import type { PaymentLink } from './api.ts';
import { useT } from './texts.ts';

/** Puts the address where the link is paid on the clipboard; nothing where it can be paid no more. */
export function CopyLink({ row }: { readonly row: PaymentLink }) {
  const t = useT();
  if (row.link_status !== 'open') return null;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(row.payment_url);
      toast.success(t('kit.copied'));
    } catch {
      toast.error(t('kit.copyFailed'));
    }
  };
  return (
    <Button size="small" aria-label={t('paymentLink.copyOf', { number: row.serial_number })} onClick={() => void copy()}>
      {t('paymentLink.copy')}
    </Button>
  );
}
