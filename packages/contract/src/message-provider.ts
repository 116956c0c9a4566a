import { z } from 'zod';
import { shownLine } from './fields.ts';

/**
 * How the connection to the mail server is encrypted: from its first byte (usually port 465), by STARTTLS before anything is said (587), or
 * not at all, which is for a server on the provider's own network only.
 */
export const MAIL_SECURITY = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];

/** Where mail goes out, without the password. */
export const mailSettings = z.strictObject({
  host: z
    .string()
    .max(253)
    .regex(/^[a-zA-Z0-9.:-]+$/),
  port: z.number().int().min(1).max(65_535),
  security: z.enum(MAIL_SECURITY),
  /** Empty: the server asks for no login. */
  username: shownLine.max(254),
  from_address: z.email().max(254),
  from_name: shownLine.min(1).max(64),
});
export type MailSettings = z.output<typeof mailSettings>;

/** Where text messages go out, without the key that requests are signed with. */
export const smsSettings = z.strictObject({
  address: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .meta({
      description: 'Each text message is sent there by POST, as JSON, signed by Standard Webhooks',
      example: 'https://sms.example.com/send',
    }),
  from_name: shownLine.min(1).max(64),
});
export type SmsSettings = z.output<typeof smsSettings>;

/** The key of Standard Webhooks: whsec_ and 24 to 64 bytes in base64. */
export const signingKey = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/);
