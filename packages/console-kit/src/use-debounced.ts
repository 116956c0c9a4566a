import { useEffect, useState } from 'react';

/** A value as it was when it last stood still for `ms`; what is undefined becomes so at once. */
export function useDebounced<Value>(value: Value | undefined, ms: number): Value | undefined {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === undefined ? 0 : ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return value === undefined ? undefined : settled;
}
