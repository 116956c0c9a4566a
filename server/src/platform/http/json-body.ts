import { isUtf8 } from 'node:buffer';
import { DEEPEST_NESTING } from '@purser/contract/wire';
import { wrongField } from './refusal.ts';

/** What a body of a call that takes JSON says that it is. */
export const JSON_TYPE = 'application/json';
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Reads a body's JSON; no body is an empty object. What is no UTF-8 is refused rather than read with other letters, and what is nested too deep
 * before anything is made of it.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw wrongField('body', 'utf8');
  const text = bytes.toString('utf8');
  if (isDeeperThan(DEEPEST_NESTING, text)) throw wrongField('body', 'nested', { most: DEEPEST_NESTING });
  try {
    return JSON.parse(text);
  } catch {
    throw wrongField('body', 'json');
  }
}

/** Counts brackets outside of strings; whether they match is the parser's to say. */
function isDeeperThan(most: number, text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    // [ and {, which differ in one bit, as ] and } do.
    else if ((character & 0xdf) === 0x5b) depth += 1;
    else if ((character & 0xdf) === 0x5d) depth -= 1;
    if (depth > most) return true;
  }
  return false;
}

/** The place of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
