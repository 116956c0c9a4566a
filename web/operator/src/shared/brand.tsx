import { Brand } from '@purser/console-kit/brand';
import { useT } from './i18n.ts';

/** The name, and that this is the provider's side of it. */
export function OperatorBrand() {
  const t = useT();
  return <Brand side={t('operator.side')} />;
}
