/** Whether this browser can encrypt: it refuses to on an address that is not secure. */
export function canEncrypt(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/**
 * Encrypts a password for one use: RSA-OAEP with SHA-256 over the JSON text of password and nonce, base64.
 * The key is a SubjectPublicKeyInfo in DER, base64.
 */
export async function encryptPassword(publicKey: string, password: string, nonce: string): Promise<string> {
  const key = await crypto.subtle.importKey('spki', fromBase64(publicKey), { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt']);
  const message = new TextEncoder().encode(JSON.stringify({ password, nonce }));
  return toBase64(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, message));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

function toBase64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
