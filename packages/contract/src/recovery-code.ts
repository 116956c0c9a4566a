/**
 * Recovery codes: made once, kept by the merchant on paper or in a safe place, each good once in place of the authenticator's code where its owner
 * signs in or changes the authenticator.
 */

/** How many are made at a time. */
export const RECOVERY_CODES = 10;

/** Crockford's base 32: no I, L, O or U, which are read for other characters. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Four groups of four: 80 bits. */
const GROUP = 4;
const GROUPS = 4;
const LOOKS_LIKE: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' };

/** As they are written everywhere: `4F9K-...`. */
export const RECOVERY_CODE = new RegExp(`^[${RECOVERY_ALPHABET}]{${GROUP}}(-[${RECOVERY_ALPHABET}]{${GROUP}}){${GROUPS - 1}}$`);

/** A code in groups, from its sixteen characters. */
export function inGroups(characters: string): string {
  return characters.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? '';
}

/** A recovery code as somebody typed or pasted it, as it is written; undefined for what is none. */
export function readRecoveryCode(typed: string): string | undefined {
  const characters = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[ILO]/g, (character) => LOOKS_LIKE[character] ?? character);
  const code = inGroups(characters);
  return RECOVERY_CODE.test(code) ? code : undefined;
}
