import type { Language } from '@purser/contract/language';
import type { PayerPage } from '@purser/contract/payer-pages';
import { translator } from '@purser/i18n/catalogue';
import { isClosed } from './features/checkout/screen.ts';
import { HURRY_S, spokenTime, type TimeTexts } from './features/checkout/time-left.ts';
import { arrivalOfPage, clockText, secondsLeft } from './shared/clock.ts';
import { localText, utcText } from './shared/instant.ts';
import { closeMenu } from './shared/menu.ts';
import { knowsPasskeys, REACT_IS_THERE, TICK_MS } from './shared/resting.ts';
import { chooseTheme } from './shared/theme.ts';
import { isTypedKept, keepTyped } from './shared/typed-kept.ts';
import { watchOrder } from './shared/watch.ts';

/**
 * A page that rests lives by this script alone: the time passes, times are the payer's own, an order's news are heard. React comes with the payer's
 * first touch, or with news that change what is shown. What is written here React finds as it would have written it.
 */
interface Resting {
  readonly page: PayerPage;
  readonly language: Language;
  readonly texts: TimeTexts;
}

const ASK_AGAIN_MS = 2_000;
/** How long a press waits for React before it does what it does without. */
const PATIENCE_MS = 1_000;

const { page, language, texts } = JSON.parse(document.getElementById('data')?.textContent ?? '') as Resting;
const { react = '', preloads = '' } = (document.currentScript as HTMLScriptElement).dataset;
const order = 'order' in page ? page.order : null;
const main = document.querySelector('main') as HTMLElement;
/** What ends when React takes over. */
const over = new AbortController();
const { signal } = over;

arrivalOfPage();
showWhatWorks();
showLocalTimes();
document.addEventListener('click', chooseLook, { signal });
closeMenu(signal);
for (const touch of ['pointerdown', 'keydown', 'focusin', 'input'])
  main.addEventListener(touch, () => void begin().catch(() => {}), { signal, capture: true });
main.addEventListener('click', hold, { signal, capture: true });
// Once React is there the switch does it itself.
document.addEventListener('submit', ({ submitter }) => submitter?.getAttribute('name') === 'language' && keepTyped(), { signal });
if (isTypedKept()) void begin().catch(() => {});
if (order && !isClosed(order)) follow(order);

function showWhatWorks(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-live]'))
    part.hidden = part.dataset['live'] === 'passkeys' && !knowsPasskeys();
}

function showLocalTimes(): void {
  for (const part of document.querySelectorAll<HTMLElement>('time, [data-instant]')) {
    const instant = part.getAttribute('datetime') ?? part.dataset['instant'] ?? '';
    part.textContent = part.textContent.replace(utcText(instant), localText(instant, language));
  }
}

function chooseLook(event: MouseEvent): void {
  const pressed = (event.target as Element).closest<HTMLButtonElement>('button[name="theme"]');
  if (!pressed) return;
  event.preventDefault();
  chooseTheme(pressed.value as 'day' | 'night');
}

/** Keeps the time left and hears the order's news. */
function follow({ token, order_status, expire_time, server_time }: NonNullable<typeof order>): void {
  const t = translator(texts, texts);
  const clock = document.querySelector<HTMLElement>('[role="timer"]');
  let asked_ms = Number.NEGATIVE_INFINITY;
  const tick = (): void => {
    const left_s = secondsLeft(expire_time, server_time);
    if (clock) {
      clock.textContent = clockText(left_s);
      clock.ariaLabel = spokenTime(left_s, t);
      clock.toggleAttribute('data-hurry', left_s <= HURRY_S);
    }
    if (left_s > 0 || performance.now() - asked_ms < ASK_AGAIN_MS) return;
    asked_ms = performance.now();
    void begin().catch(() => {});
  };
  tick();
  const timer = setInterval(tick, TICK_MS);
  const notice = document.querySelector<HTMLElement>('[data-reconnecting]');
  const connected = (yes: boolean): void => void (notice && (notice.hidden = yes));
  const leave = watchOrder(token, {
    connected,
    news: (news) => {
      // Where React does not come the page is made anew.
      if (news.order_status !== order_status) void begin().catch(() => location.reload());
    },
  });
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    leave();
    connected(true);
  });
}

let begun: Promise<void> | undefined;

/** Brings React, which takes the page over. */
function begin(): Promise<void> {
  begun ??= bringReact().catch((error: unknown) => {
    begun = undefined;
    throw error;
  });
  return begun;
}

async function bringReact(): Promise<void> {
  const taken = new Promise<void>((resolve) => addEventListener(REACT_IS_THERE, () => resolve(), { once: true }));
  document.head.append(...preloads.split(' ').map((href) => Object.assign(document.createElement('link'), { rel: 'modulepreload', href })));
  await import(/* @vite-ignore */ react);
  await taken;
  over.abort();
}

/** The press that is let through. */
let passing: Element | null = null;
/** The press that waits: the last one. */
let held: Element | null = null;

/**
 * What React answers to waits for it, and is pressed again once it is there. Where it does not come soon the browser does what it does without; for a
 * button that does nothing without, it is waited for.
 */
async function hold(event: MouseEvent): Promise<void> {
  const pressed = (event.target as Element).closest<HTMLElement>('a[href], button');
  if (!pressed || pressed === passing || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (pressed instanceof HTMLAnchorElement && pressed.origin + pressed.pathname !== location.origin + location.pathname) {
    // It leads away, or to an app: then only React is told of it.
    if (!pressed.protocol.startsWith('http'))
      await begin().then(
        () => tellOfPress(pressed),
        () => {},
      );
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  if (held === pressed) return;
  held = pressed;
  const taken = begin().catch(() => {});
  const isIdle = pressed instanceof HTMLButtonElement && pressed.type === 'button';
  await (isIdle ? taken : Promise.race([taken, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]));
  if (held !== pressed) return;
  held = null;
  passing = pressed;
  if (pressed.isConnected) pressed.click();
  passing = null;
}

function tellOfPress(link: HTMLElement): void {
  addEventListener('click', (event) => event.preventDefault(), { once: true });
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}
