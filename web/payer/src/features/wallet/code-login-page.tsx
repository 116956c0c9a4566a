import type { codeLoginPage, PageOf } from '@purser/contract/payer-pages';
import { usePage } from '../../shared/context.tsx';
import type { PageView } from '../../shared/page.ts';
import { CodeStart } from './address-form.tsx';

/** Signing in by a code, first step: the address that it is sent to. */
function CodeLogin({ page }: { page: PageOf<typeof codeLoginPage> }) {
  const { t } = usePage();
  return <CodeStart here="/wallet/login-code" title={t('by_code')} page={page} />;
}

export const codeLogin: PageView<typeof codeLoginPage> = { Component: CodeLogin, title: (_page, t) => t('by_code') };
