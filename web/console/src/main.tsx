import '@purser/ui/base.css';
import './shared/boot-skeleton.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, firstLanguage } from './app/app.tsx';
import { keepPagePolicy } from './app/page-policy.ts';

keepPagePolicy();

const first = await firstLanguage();
const container = document.querySelector('#app');
if (!container) throw new Error('the page has no #app');
createRoot(container).render(
  <StrictMode>
    <App first={first} />
  </StrictMode>,
);
