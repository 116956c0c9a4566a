/** A short message that closes itself. Plain module state, so that code outside React can speak too. */
export type ToastType = 'success' | 'info' | 'warning' | 'error';

export interface ToastOptions {
  readonly message: string;
  readonly type?: ToastType;
  /** Milliseconds until it closes; 0 keeps it until it is closed. */
  readonly duration?: number;
  readonly showClose?: boolean;
}

export interface Toast extends Required<ToastOptions> {
  readonly id: number;
}

export const TOAST_DURATION_MS = 3_000;
/** Distance of the first toast from the window's upper edge, and of each from the next. */
export const TOAST_OFFSET_PX = 16;
const MOST_AT_ONCE = 5;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a toast. The same words of the same type are not stacked: the older one makes way. */
export function toast(options: ToastOptions): number {
  const { message, type = 'info', duration = TOAST_DURATION_MS, showClose = type === 'error' || type === 'warning' } = options;
  lastId += 1;
  // What failed before has been done now: an error beside a success would be stale.
  const isStale = (other: Toast): boolean => type === 'success' && other.type === 'error' && other.duration > 0;
  const others = toasts.filter((other) => !isStale(other) && (other.message !== message || other.type !== type));
  publish([...others.slice(-(MOST_AT_ONCE - 1)), { id: lastId, message, type, duration, showClose }]);
  return lastId;
}

toast.success = (message: string): number => toast({ message, type: 'success' });
toast.info = (message: string): number => toast({ message, type: 'info' });
toast.warning = (message: string): number => toast({ message, type: 'warning' });
toast.error = (message: string): number => toast({ message, type: 'error' });

export function closeToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

/** The newest goes first, as Escape closes what one sees last. Answers whether there was one. */
export function closeNewestToast(): boolean {
  const newest = toasts.at(-1);
  if (newest) closeToast(newest.id);
  return newest !== undefined;
}

export function shownToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
