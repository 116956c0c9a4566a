import { useQuery } from '@tanstack/react-query';
import { rangeOf } from './api.ts';
import { Products } from './products.tsx';

/** What sold best today; nothing while nothing has. */
export default function TodaysProducts({ market }: { readonly market: string }) {
  const { data } = useQuery(rangeOf(market, { period: 'today', compare: 'previous' }));
  if (!data || data.market !== market || data.products.length === 0) return null;
  return <Products stats={data} />;
}
