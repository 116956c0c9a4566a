import type { Order } from '@purser/client';
import { COINS, GOODS, MARKETS, type Good, type Market } from './goods.ts';
import { html, type Html } from './html.ts';
import type { Received } from './orders.ts';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, TEXTS, type Language } from './texts.ts';

export const THEMES = ['auto', 'day', 'night'] as const;
type Theme = (typeof THEMES)[number];

/** What every page is made for: who looks at it, and where the shop is. */
export interface Visit {
  readonly language: Language;
  readonly theme: Theme;
  /** The path the shop lives under, "/shop". */
  readonly base: string;
  /** The page's own path, to come back to after a choice. */
  readonly path: string;
}

export function homePage(visit: Visit, market: Market, orderIds: readonly string[], problem?: string): string {
  const t = TEXTS[visit.language];
  const coin = COINS[market];
  return layout(
    visit,
    t.home,
    html`
      ${problem !== undefined && html`<p class="problem" role="alert"><strong>${t.refused}.</strong> ${problem}</p>`}
      <nav class="choice" aria-label="${t.market}">
        <span>${t.market}</span>
        ${MARKETS.map((one) => html`<a href="${visit.base}?market=${one}" ${one === market ? html`aria-current="true"` : null}>${COINS[one]}</a>`)}
      </nav>
      <ul class="goods">
        ${GOODS.map((good) => goodCard(visit, good, market, coin))}
      </ul>
      ${
        orderIds.length > 0 &&
        html`<h2>${t.your_orders}</h2>
          <ul class="orders">
            ${orderIds.map((id) => html`<li><a href="${visit.base}/order/${id}">${id}</a></li>`)}
          </ul>`
      }
    `,
  );
}

function goodCard({ base, language }: Visit, good: Good, market: Market, coin: string): Html {
  const name = good.name[language];
  return html`<li>
    ${good.cover}
    <h2 id="good-${good.id}">${name}</h2>
    <p class="price">${grouped(good.price[market])} <span class="coin">${coin}</span></p>
    <form method="post" action="${base}/buy">
      <input type="hidden" name="good" value="${good.id}" />
      <input type="hidden" name="market" value="${market}" />
      <button aria-describedby="good-${good.id}">${TEXTS[language].buy}</button>
    </form>
  </li>`;
}

/** Exact: the amount is a decimal text and stays one. */
function grouped(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
}

export function orderPage(visit: Visit, order: Order, received: readonly Received[], problem?: string): string {
  const t = TEXTS[visit.language];
  const open = order.order_status === 'created' || order.order_status === 'scanned';
  const own = `${visit.base}/order/${order.order_id}`;
  return layout(
    visit,
    `${t.order} ${order.order_id}`,
    html`
      ${problem !== undefined && html`<p class="problem" role="alert"><strong>${t.refused}.</strong> ${problem}</p>`}
      <div class="columns">
        <section class="card" aria-labelledby="order">
          <h2 id="order">${order.description}</h2>
          <dl>
            <dt>${t.order}</dt>
            <dd class="code">${order.order_id}</dd>
            <dt>${t.amount}</dt>
            <dd class="amount">${grouped(order.amount)} <span class="coin">${order.coin_name}</span></dd>
            <dt>${t.status}</dt>
            <dd aria-live="polite">
              <span class="status ${order.order_status}" data-status="${order.order_status}">${t[order.order_status]}</span>
            </dd>
          </dl>
          ${order.order_status === 'paid' && html`<p class="thanks">${t.thanks}</p>`}
          ${
            open &&
            html`<p><a class="button" href="${order.payment_url}">${t.pay}</a></p>
              <form method="post" action="${own}/cancel"><button class="plain">${t.cancel}</button></form>`
          }
        </section>
        <section class="card" aria-labelledby="webhooks" data-live="${own}/live?seen=${versionOf(order, received)}">
          <h2 id="webhooks">${t.webhooks}</h2>
          <p class="quiet">${t.webhooks_about}</p>
          ${
            received.length === 0
              ? html`<p>${t.webhooks_none}</p>`
              : html`<ol class="webhooks">
                  ${received.map((one) => webhookItem(visit, one))}
                </ol>`
          }
          <noscript
            ><p><a href="${own}">${t.refresh}</a></p></noscript
          >
        </section>
        <p><a href="${visit.base}">${t.back}</a></p>
    `,
  );
}

/** Tells one look of an order's page from the next. */
export function versionOf(order: Order, received: readonly Received[]): string {
  return `${order.order_status}.${received.length}`;
}

function webhookItem({ language }: Visit, { event, body, at }: Received): Html {
  const t = TEXTS[language];
  return html`<li data-event="${event.type}">
    <p>
      <strong class="code">${event.type}</strong> <span class="verified">${t.verified}</span>
      <time datetime="${at.toISOString()}">${at.toISOString().slice(11, 19)} UTC</time>
    </p>
    <details>
      <summary>${t.message}</summary>
      <pre tabindex="0">
webhook-id: ${event.id}
${JSON.stringify(JSON.parse(body), null, 2)}</pre>
    </details>
  </li>`;
}

export function messagePage(visit: Visit, title: string, text: string): string {
  return layout(
    visit,
    title,
    html`<p class="problem" role="alert">${text}</p>
      <p><a href="${visit.base}">${TEXTS[visit.language].back}</a></p>`,
  );
}

function layout(visit: Visit, title: string, body: Html): string {
  const { base, language, theme } = visit;
  const t = TEXTS[language];
  const choose = (choice: string) => `${base}/choose?${choice}&back=${encodeURIComponent(visit.path)}`;
  return html`<!doctype html>
    <html lang="${LANGUAGE_TAGS[language]}" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${theme === 'auto' ? 'light dark' : theme === 'day' ? 'light' : 'dark'}" />
        <title>${title} · ${t.shop}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${base}/style.css" />
        <script src="${base}/live.js" defer></script>
      </head>
      <body>
        <header>
          <div>
            <a class="name" href="${base}">${t.shop}</a> <span class="demo">${t.demo}</span>
            <p class="quiet">${t.about}</p>
          </div>
        </header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
        <footer>
          <nav class="choice" aria-label="${t.language}">
            ${LANGUAGES.map((one) => html`<a href="${choose(`language=${one}`)}" lang="${LANGUAGE_TAGS[one]}" ${one === language ? html`aria-current="true"` : null}>${LANGUAGE_NAMES[one]}</a> `)}
          </nav>
          <nav class="choice" aria-label="${t.appearance}">
            ${THEMES.map((one) => html`<a href="${choose(`theme=${one}`)}" ${one === theme ? html`aria-current="true"` : null}>${t[one]}</a> `)}
          </nav>
        </footer>
      </body>
    </html>`.text;
}
