import { walletRecover, walletRecoverCode } from '@purser/contract/features/wallet-access';
import { codeLoginConfirmPage, codeLoginPage, type PayerRenderer } from '@purser/contract/payer-pages';
import { ADDRESS_KINDS } from '@purser/contract/sign-in';
import { readForm } from '../../platform/http/payer-form.ts';
import { payerPage, safePath, show, type PayerPageRoute } from '../../platform/http/payer-pages.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { reachedAt } from './address-codes.ts';
import { CodeLogin } from './code-login.ts';
import { askingOf, CodeSteps } from './code-steps.ts';
import { isSome, reachedKinds } from './registration-setting.ts';

const typedCode = walletRecover.input.pick({ code: true });

/** Signing in by a code, by two plain forms: the address that the code is sent to, then the code. */
export function codeLoginPages(platform: Platform, renderer: PayerRenderer): PayerPageRoute[] {
  const login = new CodeLogin(platform);
  const steps = new CodeSteps(platform, {
    purpose: 'login',
    sender: login,
    call: walletRecoverCode,
    start: '/wallet/login-code',
    confirm: '/wallet/login-code/confirm',
  });
  return [
    payerPage(codeLoginPage, {
      async show(asked) {
        const next = safePath(asked.query['next']);
        if (asked.session) return { goTo: next };
        const kinds = await reachedKinds(platform);
        return show(codeLoginPage, { draft: steps.draft(asked, isSome(kinds) ? kinds : ADDRESS_KINDS, renderer), next });
      },
      acts: { code: steps.code },
    }),

    payerPage(codeLoginConfirmPage, {
      async show({ session, query }) {
        const asked = steps.opened(query);
        if (session) return { goTo: safePath(asked?.next) };
        if (!asked) return { goTo: steps.startPath() };
        const address = reachedAt('login', asked).proof.to;
        return show(codeLoginConfirmPage, { asked: query['asked'] ?? '', address, sent_again: query['again'] === '1', next: asked.next });
      },
      acts: {
        login: {
          async act(form) {
            const asked = steps.opened(form.form);
            if (!asked) throw refuse('verification_code_wrong');
            // What is no code guesses nothing, and uses up no attempt.
            const { code } = readForm(typedCode, { code: (form.form['code'] ?? '').replaceAll(' ', '') });
            return { goTo: asked.next, signedIn: await login.logIn(asked, code, askingOf(form)) };
          },
          toldAt: (form) => steps.toldAt(form),
        },
        again: steps.again,
      },
    }),
  ];
}
