import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Secrets } from './secrets.ts';

const secrets = new Secrets(randomBytes(32));
const NOW = new Date('2026-11-21T08:00:00Z');
const IN_A_MINUTE = new Date('2026-11-21T08:01:00Z');

describe('seal and open', () => {
  it('give back what was sealed, and never the same ciphertext twice', () => {
    const text = 'sk_Ünïcode 密';
    const [a, b] = [secrets.seal('access-key', text), secrets.seal('access-key', text)];
    expect(a.equals(b)).toBe(false);
    expect(secrets.open('access-key', a)).toBe(text);
    expect(secrets.open('access-key', secrets.seal('access-key', ''))).toBe('');
  });

  it('open for no other purpose, under no other key, and not when a single bit was changed', () => {
    const sealed = secrets.seal('totp', 'JBSWY3DPEHPK3PXP');
    expect(() => secrets.open('access-key', sealed)).toThrow();
    expect(() => new Secrets(randomBytes(32)).open('totp', sealed)).toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => secrets.open('totp', changed), `byte ${at}`).toThrow();
    }
    expect(() => secrets.open('totp', sealed.subarray(0, 10))).toThrow();
  });

  it('want a master key of 32 bytes', () => {
    expect(() => new Secrets(randomBytes(31))).toThrow(RangeError);
  });
});

describe('sign and verify', () => {
  it('give back the value until it expires', () => {
    const signed = secrets.sign('slider', { target: 40 }, IN_A_MINUTE);
    expect(secrets.verify('slider', signed, NOW)).toMatchObject({ target: 40 });
    expect(secrets.verify('slider', signed, IN_A_MINUTE)).toMatchObject({ target: 40 });
    expect(secrets.verify('slider', signed, new Date(IN_A_MINUTE.getTime() + 1))).toBeUndefined();
  });

  it('refuse another purpose, another key, and any change', () => {
    const signed = secrets.sign('slider', { target: 40 }, IN_A_MINUTE);
    expect(secrets.verify('password-nonce', signed, NOW)).toBeUndefined();
    expect(new Secrets(randomBytes(32)).verify('slider', signed, NOW)).toBeUndefined();
    for (const text of ['', '.', 'x', `${signed}x`, signed.slice(1), signed.replace('.', '..')]) {
      expect(secrets.verify('slider', text, NOW), text).toBeUndefined();
    }
  });

  it('have one text for one value: what may be used once cannot be written in a second way', () => {
    const signed = secrets.sign('password-nonce', { id: 'a' }, IN_A_MINUTE);
    const [body = '', mac = ''] = signed.split('.');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // The last character of 43 carries two bits that decoding drops.
    const sibling = alphabet.charAt(alphabet.indexOf(mac.slice(-1)) ^ 1);
    for (const text of [
      `${signed}.x`,
      `${signed}.`,
      `${signed}=`,
      `${signed}\n`,
      `${body}.${mac.slice(0, -1)}${sibling}`,
      `${body}. ${mac}`,
    ]) {
      expect(secrets.verify('password-nonce', text, NOW), JSON.stringify(text)).toBeUndefined();
    }
  });
});
