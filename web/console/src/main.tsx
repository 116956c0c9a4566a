import '@purser/ui/base.css';
import '@purser/ui/print.css';
import '@purser/console-kit/boot-skeleton.css';
import { firstLanguage, firstPage } from '@purser/console-kit/console-app';
import { keepPagePolicy } from '@purser/console-kit/page-policy';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { router } from './app/router.tsx';
import { loadCatalogue } from './shared/i18n.tsx';

keepPagePolicy();

const [first] = await Promise.all([firstLanguage(loadCatalogue), firstPage(router)]);
const container = document.querySelector('#app');
if (!container) throw new Error('the page has no #app');
createRoot(container).render(
  <StrictMode>
    <App first={first} />
  </StrictMode>,
);
