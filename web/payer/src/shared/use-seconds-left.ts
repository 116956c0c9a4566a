import { useEffect, useState } from 'react';
import { secondsBetween, secondsLeft } from './clock.ts';
import { TICK_MS } from './resting.ts';

/** Seconds left until an instant, by the server's clock. */
export function useSecondsLeft(until: string, serverTime: string): number {
  const [left_s, setLeft] = useState(() => secondsBetween(serverTime, until));
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(until, serverTime));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until, serverTime]);
  return left_s;
}
