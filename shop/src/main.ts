import { createShop } from './shop.ts';

/** The demo shop's own program: see README.md for the variables. */
function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    console.error(`The demo shop needs ${name}.`);
    process.exit(1);
  }
  return value;
}

const port = Number(setting('SHOP_PORT'));
const server = createShop({
  publicUrl: setting('SHOP_PUBLIC_URL').replace(/\/$/, ''),
  purserUrl: setting('PURSER_URL'),
  accessKey: setting('PURSER_ACCESS_KEY'),
  secret: setting('PURSER_SECRET'),
  webhookSecret: setting('PURSER_WEBHOOK_SECRET'),
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close();
    // Open event streams never end by themselves.
    server.closeAllConnections();
  });
}

// Behind Purser's reverse proxy: only this machine reaches it.
server.listen(port, '127.0.0.1', () => console.log(`The demo shop listens on 127.0.0.1:${port}.`));
