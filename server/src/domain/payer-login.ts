import type { Language } from '@purser/contract/language';
import type { AddressDraft, AreaCode, LoginDraft } from '@purser/contract/payer-drafts';
import { LOGIN_KINDS, type AddressKind, type LoginIdentity } from '@purser/contract/sign-in';
import type { PayerForm, PayerRequest, Texts } from '../platform/http/payer-request.ts';
import type { OpenedSession } from '../platform/security/sessions.ts';

/** Signing in and out by a plain form, which the wallet brings and the checkout uses as well. */
export interface PayerLogin {
  challenge(asked: PayerRequest): NonNullable<LoginDraft['challenge']>;
  /** Signs in; throws the refusal. */
  login(asked: PayerForm): Promise<OpenedSession>;
  /** What to show again after a refusal. */
  typed(form: Texts): Texts;
  logout(asked: PayerForm): Promise<void>;
  /** Whether the form may offer to register. */
  mayRegister(): Promise<boolean>;
}

/** What a form that names somebody begins with besides what was typed. */
interface Begun {
  readonly challenge: LoginDraft['challenge'];
  readonly areaCodes: readonly AreaCode[];
}

/** The login form as it is shown first, or again with what was typed. */
export function loginDraft(asked: PayerRequest, { may_register, ...begun }: Begun & Pick<LoginDraft, 'may_register'>): LoginDraft {
  return { ...draftOf(asked, LOGIN_KINDS, begun), may_register, session_ended: asked.sessionEnded };
}

/** A form that asks where somebody is reached, by one of these kinds of address. */
export function addressDraft(asked: PayerRequest, kinds: readonly [AddressKind, ...AddressKind[]], begun: Begun): AddressDraft {
  return { ...draftOf(asked, kinds, begun), kinds };
}

function draftOf<Kind extends LoginIdentity>(
  { typed, query, language }: PayerRequest,
  kinds: readonly [Kind, ...Kind[]],
  { challenge, areaCodes }: Begun,
) {
  const typedKind = kindOf(kinds, typed['identity_kind']);
  const kind = kindOf(kinds, query['kind'] ?? typedKind);
  const again = typedKind === kind ? typed : {};
  return {
    kind,
    identity: again['identity'] ?? '',
    area_code: again['area_code'] || usualAreaCode(language),
    challenge,
    waited: typed['waited'] === 'yes',
    area_codes: areaCodes,
  };
}

/** What was typed into such a form, to show again after a refusal: never a password. */
export function typedIdentity(form: Texts, kinds: readonly [LoginIdentity, ...LoginIdentity[]] = LOGIN_KINDS): Texts {
  return {
    identity_kind: kindOf(kinds, form['identity_kind']),
    identity: (form['identity'] ?? '').slice(0, 128),
    area_code: (form['area_code'] ?? '').slice(0, 4),
    // Who waits goes on waiting for the same challenge.
    ...(form['waited'] === 'yes' && { waited: 'yes', challenge: (form['challenge'] ?? '').slice(0, 200) }),
  };
}

/** Where one signs in, to go on to a path of the payer's pages. */
export function loginPath(next: string): string {
  return `/wallet?next=${encodeURIComponent(next)}`;
}

export function identityKindOf(text: string | undefined): LoginIdentity {
  return kindOf(LOGIN_KINDS, text);
}

function kindOf<Kind extends LoginIdentity>(kinds: readonly [Kind, ...Kind[]], text: string | undefined): Kind {
  return kinds.find((kind) => kind === text) ?? kinds[0];
}

/** The calling code that the form starts with: that of the language's largest market. */
function usualAreaCode(language: Language): string {
  return ({ zh_Hans: '86', zh_Hant: '852', en: '1', vi: '84' } as const)[language];
}
