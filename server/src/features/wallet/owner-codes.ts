import type { ParsedInputOf } from '@purser/contract/call';
import type { walletRecoverCode } from '@purser/contract/features/wallet-access';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { sendCode, sendNoCode } from '../../domain/verification-code.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { reachedAt } from './address-codes.ts';
import type { Asking, CodeSender } from './code-steps.ts';
import { findByIdentity } from './queries.ts';
import { passSlider } from './slider.ts';

type Asked = Pick<ParsedInputOf<typeof walletRecoverCode>, 'identity_kind' | 'identity' | 'area_code'>;

/** Codes to addresses of accounts that are there, for one purpose. */
export class OwnerCodes implements CodeSender {
  protected readonly platform: Platform;
  readonly #purpose: 'login' | 'recover';

  constructor(platform: Platform, purpose: 'login' | 'recover') {
    this.platform = platform;
    this.#purpose = purpose;
  }

  async askForCode(input: ParsedInputOf<typeof walletRecoverCode>, asking: Asking): Promise<null> {
    await this.refuseDuringMaintenance();
    await passSlider(this.platform, input.slider, asking.ip);
    return this.sendCode(input, asking);
  }

  /** Sends a code to an address of an account. Where there is none, or its user is suspended, nothing is sent and the answer is the same. */
  async sendCode(asked: Asked, { language, ip }: Pick<Asking, 'language' | 'ip'>): Promise<null> {
    await this.refuseDuringMaintenance();
    const { proof, kind, identity } = reachedAt(this.#purpose, asked);
    const owner = await findByIdentity(this.platform.db, kind, identity, ip);
    const sent = { ...proof, language, ip };
    if (owner?.status === 'normal') await sendCode(this.platform, { ...sent, ownerId: Number(owner.user_id) });
    else await sendNoCode(this.platform, { ...sent, ownerId: PROVIDER_OWNER_ID });
    return null;
  }

  protected async refuseDuringMaintenance(): Promise<void> {
    if (await this.platform.maintenance.isRunning()) throw refuse('maintenance');
  }
}
