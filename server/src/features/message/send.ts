import type { Agent } from 'undici';
import type { SendPayload } from '../../domain/message.ts';
import type { Platform } from '../../platform/platform.ts';
import { resolveByDns } from '../../platform/security/ssrf.ts';
import { guardedAgent } from '../../platform/security/ssrf-agent.ts';
import { mailProvider, smsProvider } from './providers.ts';
import { renderMail, renderText } from './render.ts';
import { SendFailure } from './send-failure.ts';
import { sendSms } from './sms.ts';
import { sendMail } from './smtp.ts';
import { wordingOf } from './wordings.ts';

/** The name of the service while no provider says another. */
const USUAL_SERVICE = 'Purser';

/** Hands messages to whoever carries them: the providers that are set, or a demo's mailbox. */
export class Sender {
  readonly #platform: Platform;
  readonly #agent: Agent;

  constructor(platform: Platform, agent: Agent = smsAgent(platform)) {
    this.#platform = platform;
    this.#agent = agent;
  }

  /** Resolves once the message has been taken; throws a SendFailure otherwise. */
  async send(message: SendPayload, signal: AbortSignal): Promise<void> {
    await (message.channel === 'mail' ? this.#sendMail(message, signal) : this.#sendText(message, signal));
  }

  async #sendMail(message: SendPayload, signal: AbortSignal): Promise<void> {
    const { settings } = this.#platform;
    const provider = await mailProvider(this.#platform);
    const mail = await this.#rendered(message, provider?.settings.from_name);
    if (provider) return sendMail(provider, { id: message.message_id, to: message.to, ...mail }, { allow: settings.webhookAllow, signal });
    this.#toMailbox(message, mail.subject, mail.text);
  }

  async #sendText(message: SendPayload, signal: AbortSignal): Promise<void> {
    const provider = await smsProvider(this.#platform);
    const { kind, channel, language, to } = message;
    const wording = await wordingOf(this.#platform.db.system, kind, channel, language);
    const text = renderText(wording, { ...message.variables, service: provider?.settings.from_name ?? USUAL_SERVICE });
    if (!provider) return this.#toMailbox(message, '', text);
    await sendSms(
      this.#agent,
      provider,
      { id: message.message_id, kind, to, language, text },
      { nowMs: this.#platform.clock.nowMs(), signal },
    );
  }

  async #rendered({ kind, channel, language, variables }: SendPayload, service = USUAL_SERVICE) {
    const wording = await wordingOf(this.#platform.db.system, kind, channel, language);
    return renderMail(wording, { ...variables, service }, language);
  }

  #toMailbox({ message_id: id, channel, to, language }: SendPayload, subject: string, text: string): void {
    const { mailbox } = this.#platform.settings;
    if (!mailbox) throw new SendFailure('no_provider');
    mailbox.put({ id, channel, to, language, subject, text, receivedAt: new Date(this.#platform.clock.nowMs()) });
  }
}

/** The connections that text messages go out by: where webhooks may go. */
function smsAgent({ settings }: Pick<Platform, 'settings'>): Agent {
  return guardedAgent({ plainHttp: settings.demo, allow: settings.webhookAllow, resolve: resolveByDns });
}
