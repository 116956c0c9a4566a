import { AGREEMENT_KINDS, type AgreementKind } from '@purser/contract/content';
import { walletRegister, walletRegisterCode } from '@purser/contract/features/wallet-access';
import type { Language } from '@purser/contract/language';
import { LONGEST_NICK, LONGEST_USERNAME } from '@purser/contract/limits';
import { LONGEST_TYPED_REFERRAL_CODE } from '@purser/contract/referral';
import { registerConfirmPage, registerPage, type PayerRenderer } from '@purser/contract/payer-pages';
import { LANGUAGE_OF_MARKET } from '../../domain/notice.ts';
import { loginPath } from '../../domain/payer-login.ts';
import { readForm } from '../../platform/http/payer-form.ts';
import { payerPage, safePath, show, type PayerPageRoute } from '../../platform/http/payer-pages.ts';
import type { Texts } from '../../platform/http/payer-request.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { reachedAt } from './address-codes.ts';
import type { AskedAddress } from './asked-address.ts';
import { askingOf, CodeSteps } from './code-steps.ts';
import { isSome, type RegistrationOffer } from './registration-setting.ts';
import { Registration } from './registration.ts';

/** Opening a wallet by two plain forms: the address that a code is sent to, then the code with everything else. */
export function registrationPages(platform: Platform, offer: RegistrationOffer, renderer: PayerRenderer): PayerPageRoute[] {
  const registration = new Registration(platform);
  const steps = new CodeSteps(platform, {
    purpose: 'register',
    sender: registration,
    call: walletRegisterCode,
    besides: usernameIn,
    kept: referralCodeIn,
    typed: typedIn,
    start: '/wallet/register',
    confirm: '/wallet/register/confirm',
  });
  return [
    payerPage(registerPage, {
      async show(asked) {
        const next = safePath(asked.query['next']);
        if (asked.session) return { goTo: next };
        const kinds = await offer.kinds();
        const draft = isSome(kinds) ? steps.draft(asked, kinds, renderer) : null;
        const { username = '', referral_code = asked.query['ref'] ?? '' } = asked.typed;
        return show(registerPage, { draft, username, ...referralCodeIn({ referral_code }), next });
      },
      acts: { code: steps.code },
    }),

    payerPage(registerConfirmPage, {
      async show({ session, query, typed, language }) {
        const asked = steps.opened(query);
        if (session) return { goTo: safePath(asked?.next) };
        if (!asked) return { goTo: steps.startPath() };
        const markets = platform.db.coins.all.flatMap(({ code, market, is_on }) =>
          market === null || !is_on ? [] : [{ market, coin_name: code }],
        );
        const agreements = await registration.agreements(language);
        return show(registerConfirmPage, {
          asked: query['asked'] ?? '',
          address: reachedAt('register', asked).proof.to,
          username: typed['username'] ?? asked.username ?? '',
          nick: typed['nick'] ?? asked.nick ?? '',
          referral_code: typed['referral_code'] ?? asked.referral_code ?? '',
          markets,
          market: typed['market'] ?? asked.market ?? usualMarket(markets, language),
          accepted: typed['accepted'] === versionsOf((wanted) => agreements.find(({ kind }) => kind === wanted)?.version),
          agreements: agreements.map(({ kind, version, title }) => ({ kind, version, title })),
          sent_again: query['again'] === '1',
          next: asked.next,
        });
      },
      acts: {
        register: {
          async act(form) {
            const asked = steps.opened(form.form);
            if (!asked) throw refuse('verification_code_wrong');
            return { goTo: asked.next, signedIn: await registration.register(registrationIn(form.form, asked), askingOf(form)) };
          },
          toldAt(form, { outcome }) {
            if (outcome === 'registration_closed') return steps.startPath();
            return outcome === 'address_registered' ? loginPath(safePath(steps.opened(form.form)?.next)) : steps.toldAt(form);
          },
          typed: (form) => ({ ...typedIn(form), ...acceptedIn(form) }),
        },
        again: steps.again,
      },
    }),
  ];
}

/** What the second form says. */
function registrationIn(form: Texts, { next: _next, referral_code: _code, nick: _nick, market: _market, ...address }: AskedAddress) {
  const accepts = form['accepts'] === 'yes';
  return readForm(walletRegister.input, {
    ...address,
    ...usernameIn(form),
    code: (form['code'] ?? '').replaceAll(' ', ''),
    nick: form['nick'],
    ...referralCodeIn(form),
    ...(form['market'] ? { market: form['market'] } : {}),
    password: form['password'],
    password_again: form['password_again'],
    agreements: accepts ? AGREEMENT_KINDS.flatMap((kind) => (form[kind] ? [{ kind, version: Number(form[kind]) }] : [])) : [],
  });
}

/** What stands in the second form, but for what proves who somebody is. */
function typedIn(form: Texts): Texts {
  return {
    ...usernameIn(form),
    ...referralCodeIn(form),
    nick: (form['nick'] ?? '').slice(0, LONGEST_NICK),
    market: (form['market'] ?? '').slice(0, 12),
  };
}

/** Whether the agreements were accepted, and which versions of them. */
function acceptedIn(form: Texts): Texts {
  return form['accepts'] === 'yes' ? { accepts: 'yes', accepted: versionsOf((kind) => form[kind]) } : { accepts: '', accepted: '' };
}

/** Which versions of the agreements: what was accepted holds for no others. */
function versionsOf(version: (kind: AgreementKind) => string | number | undefined): string {
  return AGREEMENT_KINDS.map((kind) => version(kind) ?? '').join(' ');
}

/** The username as it was typed. */
function usernameIn({ username = '' }: Texts): { readonly username: string } {
  return { username: username.trim().slice(0, LONGEST_USERNAME + 1) };
}

/** The referral code as it was typed. */
function referralCodeIn({ referral_code = '' }: Texts): { readonly referral_code: string } {
  return { referral_code: referral_code.trim().slice(0, LONGEST_TYPED_REFERRAL_CODE) };
}

function usualMarket(markets: readonly { readonly market: string }[], language: Language): string {
  return (markets.find(({ market }) => LANGUAGE_OF_MARKET[market] === language) ?? markets[0])?.market ?? '';
}
