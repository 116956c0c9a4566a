import type { Language } from '@purser/contract/language';
import type { AreaCode, LoginDraft } from '@purser/contract/payer-pages';
import { LOGIN_KINDS, type LoginIdentity } from '@purser/contract/sign-in';
import type { PayerForm, PayerRequest, Texts } from '../platform/http/payer-request.ts';

/** Signing in and out by a plain form, which the wallet brings and the checkout uses as well. */
export interface PayerLogin {
  challenge(): NonNullable<LoginDraft['challenge']>;
  /** Signs in and sets the session's cookie on the reply; throws the refusal. */
  login(asked: PayerForm): Promise<void>;
  /** What to show again after a refusal. */
  typed(form: Texts): Texts;
  logout(asked: PayerForm): Promise<void>;
}

/** The login form as it is shown first, or again with what was typed. */
export function loginDraft(
  { typed, query, language }: PayerRequest,
  challenge: LoginDraft['challenge'],
  areaCodes: readonly AreaCode[],
): LoginDraft {
  const typedKind = identityKindOf(typed['identity_kind']);
  const kind = identityKindOf(query['kind'] ?? typedKind);
  const again = typedKind === kind ? typed : {};
  return {
    kind,
    identity: again['identity'] ?? '',
    area_code: again['area_code'] || usualAreaCode(language),
    challenge,
    area_codes: areaCodes,
  };
}

/** Where one signs in, to go on to a path of the payer's pages. */
export function loginPath(next: string): string {
  return `/wallet?next=${encodeURIComponent(next)}`;
}

export function identityKindOf(text: string | undefined): LoginIdentity {
  return LOGIN_KINDS.find((kind) => kind === text) ?? 'username';
}

/** The calling code that the form starts with: that of the language's largest market. */
function usualAreaCode(language: Language): string {
  return ({ zh_Hans: '86', zh_Hant: '852', en: '1', vi: '84' } as const)[language];
}
