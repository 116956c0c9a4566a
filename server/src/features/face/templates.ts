import type { Secrets } from '../../platform/security/secrets.ts';
import { DESCRIPTOR_NUMBERS, MODEL } from './engine/messages.ts';

const PURPOSE = 'face';
/** Numbers of a descriptor lie below one; a byte holds them as parts of this. */
const STEPS = 180;

export type TemplateKind = 'document' | 'selfie';

/** A face as it is kept: a byte for each number, sealed for its owner, what it is of, and the models that it comes from. */
export function sealedTemplate(secrets: Secrets, ownerId: number, kind: TemplateKind, descriptor: readonly number[]): Buffer {
  const bytes = Int8Array.from(descriptor, (value) => Math.max(-127, Math.min(127, Math.round(value * STEPS))));
  return secrets.sealBytes(PURPOSE, `${ownerId} ${kind} ${MODEL}`, Buffer.from(bytes.buffer));
}

/** Opens what `sealedTemplate` has sealed for the same owner, kind and models; throws for anything else. */
export function openedTemplate(secrets: Secrets, ownerId: number, kind: TemplateKind, sealed: Buffer): number[] {
  const bytes = secrets.openBytes(PURPOSE, `${ownerId} ${kind} ${MODEL}`, sealed);
  if (bytes.length !== DESCRIPTOR_NUMBERS) throw new Error(`a template of ${bytes.length} bytes`);
  return Array.from(bytes, (byte) => ((byte << 24) >> 24) / STEPS);
}
