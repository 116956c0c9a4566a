import type { ParsedInputOf } from '@purser/contract/call';
import type { walletRecoverCode } from '@purser/contract/features/wallet-access';
import type { Language } from '@purser/contract/language';
import type { AddressDraft } from '@purser/contract/payer-drafts';
import type { PayerRenderer } from '@purser/contract/payer-pages';
import { ADDRESS_KINDS, type AddressKind } from '@purser/contract/sign-in';
import type { z } from 'zod';
import { addressDraft, typedIdentity } from '../../domain/payer-login.ts';
import type { Proof } from '../../domain/verification-code.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { namesIn, wrongFields } from '../../platform/http/payer-form.ts';
import { safePath, type Act } from '../../platform/http/payer-pages.ts';
import type { PayerForm, PayerRequest, Texts } from '../../platform/http/payer-request.ts';
import type { Platform } from '../../platform/platform.ts';
import { openAsked, sealAsked, type AskedAddress } from './asked-address.ts';
import type { From } from './service.ts';
import { challengeOf, sliderIn, wrongSlider } from './slider.ts';

/** Who asks: their language is that of what is sent to them. */
export interface Asking extends From {
  readonly language: Language;
}
type CodeInput = ParsedInputOf<typeof walletRecoverCode>;

/** Something that a code is needed for. */
export interface CodeSender<Input extends CodeInput = CodeInput> {
  /** Sends a code, once the slider is right. */
  askForCode(input: Input, asking: Asking): Promise<null>;
  sendCode(asked: Omit<AskedAddress, 'next'>, asking: Asking): Promise<null>;
}

interface Steps<Input extends CodeInput> {
  readonly purpose: Proof['purpose'];
  readonly sender: CodeSender<Input>;
  /** The call that the first page's form is, and what it says beside the address and the slider. */
  readonly call: { readonly input: z.ZodType<Input> };
  readonly besides?: (form: Texts) => Texts;
  /** What the first form says that the second page alone asks for. */
  readonly kept?: (form: Texts) => Texts;
  /** What stands in the second form already when another code is asked for; never a password. */
  readonly typed?: (form: Texts) => Texts;
  /** The path of the page that asks for the address, and of the one that takes the code. */
  readonly start: string;
  readonly confirm: string;
}

/** What two pages have in common, of which the first asks for an address and the second takes the code that was sent there. */
export class CodeSteps<Input extends CodeInput = CodeInput> {
  readonly #platform: Platform;
  readonly #steps: Steps<Input>;

  constructor(platform: Platform, steps: Steps<Input>) {
    this.#platform = platform;
    this.#steps = steps;
  }

  /** The form of the first page. */
  draft(asked: PayerRequest, kinds: readonly [AddressKind, ...AddressKind[]], renderer: PayerRenderer): AddressDraft {
    return addressDraft(asked, kinds, {
      challenge: challengeOf(this.#platform, asked.typed),
      areaCodes: renderer.areaCodes(asked.language),
    });
  }

  /** The address that the first page left; undefined when nothing did, or another hour. */
  opened({ asked }: Texts): AskedAddress | undefined {
    return openAsked(this.#platform, this.#steps.purpose, asked);
  }

  startPath(next?: string): string {
    return next === undefined || next === '/wallet' ? this.#steps.start : `${this.#steps.start}?next=${encodeURIComponent(next)}`;
  }

  confirmPath({ asked = '' }: Texts): string {
    return `${this.#steps.confirm}?asked=${encodeURIComponent(asked)}`;
  }

  /** Sends the code, and leads on to the second page. */
  get code(): Act {
    const { purpose, sender, call, besides = () => ({}), kept = () => ({}) } = this.#steps;
    return {
      act: async (asked) => {
        const { form } = asked;
        const input = call.input.safeParse({ ...addressIn(form), ...besides(form), slider: sliderIn(form) });
        // A form without the browser's own checks.
        if (!input.success) throw wrongFields([...namesIn(input.error), ...wrongSlider(form)]);
        await sender.askForCode(input.data, askingOf(asked));
        const { slider: _slider, ...address } = input.data;
        return this.confirmPath({ asked: sealAsked(this.#platform, purpose, { ...address, ...kept(form), next: safePath(form['next']) }) });
      },
      toldAt: ({ form }) => this.startPath(safePath(form['next'])),
      typed: (form) => ({ ...typedIdentity(form, ADDRESS_KINDS), ...besides(form), ...kept(form) }),
    };
  }

  /** Sends another code to the same address. */
  get again(): Act {
    const { purpose, sender, typed = () => ({}) } = this.#steps;
    return {
      typed,
      act: async (asked) => {
        const address = this.opened(asked.form);
        if (!address) return this.startPath();
        await sender.sendCode(address, askingOf(asked));
        return `${this.confirmPath({ asked: sealAsked(this.#platform, purpose, { ...address, ...typed(asked.form) }) })}&again=1`;
      },
      toldAt: (asked) => this.toldAt(asked),
    };
  }

  /** Where a refusal of the second page's forms is told. */
  toldAt({ form }: PayerForm): string {
    return this.opened(form) ? this.confirmPath(form) : this.startPath();
  }
}

export function askingOf({ request, language }: PayerRequest): Asking {
  return { ip: clientAddress(request), userAgent: request.headers['user-agent'] ?? '', language };
}

function addressIn(form: Texts) {
  const isPhone = form['identity_kind'] === 'phone';
  return { identity_kind: form['identity_kind'], identity: form['identity'], ...(isPhone ? { area_code: form['area_code'] } : {}) };
}
