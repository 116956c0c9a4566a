import type { PageOf, recoverPage } from '@purser/contract/payer-pages';
import { usePage } from '../../shared/context.tsx';
import type { PageView } from '../../shared/page.ts';
import { CodeStart } from './address-form.tsx';

/** A forgotten login password, first step: the address that a code is sent to. */
function Recover({ page }: { page: PageOf<typeof recoverPage> }) {
  const { t } = usePage();
  return <CodeStart here="/wallet/recover" title={t('recover_title')} page={page} />;
}

export const recover: PageView<typeof recoverPage> = { Component: Recover, title: (_page, t) => t('recover_title') };
