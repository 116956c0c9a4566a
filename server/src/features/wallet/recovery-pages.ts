import { walletRecover, walletRecoverCode } from '@purser/contract/features/wallet-access';
import { recoverConfirmPage, recoverPage, type PayerRenderer } from '@purser/contract/payer-pages';
import { ADDRESS_KINDS } from '@purser/contract/sign-in';
import { loginPath } from '../../domain/payer-login.ts';
import { readForm } from '../../platform/http/payer-form.ts';
import { payerPage, safePath, show, type PayerPageRoute } from '../../platform/http/payer-pages.ts';
import type { Texts } from '../../platform/http/payer-request.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { reachedAt } from './address-codes.ts';
import type { AskedAddress } from './asked-address.ts';
import { askingOf, CodeSteps } from './code-steps.ts';
import { isSome, reachedKinds } from './registration-setting.ts';
import { Recovery } from './recovery.ts';

/** A new login password by two plain forms: the address that a code is sent to, then the code with the password. */
export function recoveryPages(platform: Platform, renderer: PayerRenderer): PayerPageRoute[] {
  const recovery = new Recovery(platform);
  const steps = new CodeSteps(platform, {
    purpose: 'recover',
    sender: recovery,
    call: walletRecoverCode,
    start: '/wallet/recover',
    confirm: '/wallet/recover/confirm',
  });
  return [
    payerPage(recoverPage, {
      async show(asked) {
        const kinds = await reachedKinds(platform);
        return show(recoverPage, {
          draft: steps.draft(asked, isSome(kinds) ? kinds : ADDRESS_KINDS, renderer),
          next: safePath(asked.query['next']),
        });
      },
      acts: { code: steps.code },
    }),

    payerPage(recoverConfirmPage, {
      async show({ query }) {
        const asked = steps.opened(query);
        if (!asked) return { goTo: steps.startPath() };
        const address = reachedAt('recover', asked).proof.to;
        return show(recoverConfirmPage, { asked: query['asked'] ?? '', address, sent_again: query['again'] === '1', next: asked.next });
      },
      acts: {
        recover: {
          async act(form) {
            const asked = steps.opened(form.form);
            if (!asked) throw refuse('verification_code_wrong');
            await recovery.recover(passwordIn(form.form, asked), askingOf(form));
            return `${loginPath(asked.next)}&recovered=1`;
          },
          toldAt: (form) => steps.toldAt(form),
        },
        again: steps.again,
      },
    }),
  ];
}

/** What the second form says. */
function passwordIn({ code = '', password = '', password_again = '' }: Texts, { next: _next, ...address }: AskedAddress) {
  return readForm(walletRecover.input, { ...address, code: code.replaceAll(' ', ''), password, password_again });
}
