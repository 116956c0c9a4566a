import { isIP } from 'node:net';
import type { MailSettings } from '@purser/contract/message-provider';
import type { AllowedTarget } from '../../platform/settings.ts';
import { type Resolve, resolveByDns, resolveTarget, TargetRefused } from '../../platform/security/ssrf.ts';
import { SendFailure } from './send-failure.ts';

export interface MailProvider {
  readonly settings: MailSettings;
  readonly password: string;
  /** Set in the environment by whoever runs the server: it may lead anywhere. What staff set is guarded as webhook addresses are. */
  readonly trusted: boolean;
}

export interface Mail {
  /** The message's id: with the sender's domain it is the Message-ID, the same at every attempt. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Options {
  readonly allow: readonly AllowedTarget[];
  readonly signal: AbortSignal;
  readonly resolve?: Resolve;
  /** How long each step may take (connect, greeting, silence of the server); the usual time unless given. */
  readonly stepTimeoutMs?: number;
}

const MAIL_PORTS: ReadonlySet<number> = new Set([25, 465, 587]);
const STEP_TIMEOUT_MS = 10_000;

/** Hands a mail to the provider's server (SMTP, RFC 5321). Resolves once the server has taken it; throws a SendFailure otherwise. */
export async function sendMail(provider: MailProvider, mail: Mail, options: Options): Promise<void> {
  const { settings, password } = provider;
  const { signal, stepTimeoutMs = STEP_TIMEOUT_MS } = options;
  // Loaded with the first mail: an installation may never send one.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host: await hostOf(provider, options),
    port: settings.port,
    secure: settings.security === 'tls',
    requireTLS: settings.security === 'starttls',
    ignoreTLS: settings.security === 'none',
    tls: { minVersion: 'TLSv1.2', ...(isIP(settings.host) === 0 && { servername: settings.host }) },
    ...(settings.username !== '' && { auth: { user: settings.username, pass: password } }),
    name: domainOf(settings.from_address),
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new SendFailure('timeout'));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    const sending = transport.sendMail({
      messageId: `<${mail.id}@${domainOf(settings.from_address)}>`,
      from: { name: settings.from_name, address: settings.from_address },
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      // Out-of-office answers to messages of a program help nobody (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    // The library cannot be stopped half way; left alone, it ends when the server has been silent for too long.
    await Promise.race([sending, aborted]);
  } catch (error) {
    throw error instanceof SendFailure ? error : failureOf(error);
  } finally {
    signal.removeEventListener('abort', onAbort);
    transport.close();
  }
}

/** The address to connect to. What was checked is what is connected to. */
async function hostOf({ settings, trusted }: MailProvider, { allow, resolve = resolveByDns }: Options): Promise<string> {
  if (trusted) return settings.host;
  const target = { host: settings.host, port: settings.port, plain: settings.security === 'none' };
  try {
    const [first] = await resolveTarget(target, { plainHttp: false, allow, resolve, ports: MAIL_PORTS });
    return first?.address ?? settings.host;
  } catch (error) {
    if (error instanceof TargetRefused) throw new SendFailure(error.problem === 'unresolved' ? 'connection' : 'target_refused');
    throw error;
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/** What the library's error means. The server's words are left out: they quote addresses, and may quote the mail. */
function failureOf(error: unknown): SendFailure {
  const { code = '', command = '', responseCode } = error as SmtpError;
  if (code === 'ETIMEDOUT') return new SendFailure('timeout');
  if (code === 'EAUTH') return new SendFailure('login_refused', { replyCode: responseCode });
  if (code === 'ETLS' || /CERT|SSL/.test(code)) return new SendFailure('tls');
  if (responseCode === undefined)
    return new SendFailure(/certificate|TLS|SSL|wrong version number/i.test(String(error)) ? 'tls' : 'connection');
  if (responseCode < 500) return new SendFailure('deferred', { replyCode: responseCode });
  // Of the sender, and of the connection itself, it is the settings that are refused: those can be mended.
  const final = command.startsWith('RCPT') || command.startsWith('DATA') || code === 'EMESSAGE';
  return new SendFailure(final ? 'refused' : 'sender_refused', { replyCode: responseCode, final });
}
