/** Looks at this process's memory until asked for the most there was, in MB. */
export function watchMemory(): () => number {
  let peak = 0;
  const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
  const timer = setInterval(look, 100);
  return () => {
    clearInterval(timer);
    look();
    return Math.round(peak / 2 ** 20);
  };
}
