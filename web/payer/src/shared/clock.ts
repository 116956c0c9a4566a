import { useEffect, useState } from 'react';

const TICK_MS = 250;

/**
 * Seconds left until an instant by the server's clock: the device's own clock may be wrong, so only the time that
 * passed since the server named its own is measured here.
 */
export function useSecondsLeft(until: string, serverTime: string): number {
  const total_ms = Date.parse(until) - Date.parse(serverTime);
  const [left_s, setLeft] = useState(() => toSeconds(total_ms));
  useEffect(() => {
    const since = performance.now();
    const tick = () => setLeft(toSeconds(total_ms - (performance.now() - since)));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [total_ms]);
  return left_s;
}

function toSeconds(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000));
}

/** 754 -> "12:34"; an hour and more -> "1:02:03". */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
}
