/**
 * Searching a help center of some hundred texts needs no index and no dictionary: the words of the question are looked for in the words
 * of the text. Both are folded alike. Vietnamese is found without its accents, as many type it; Chinese, which has no spaces, by the pairs
 * of neighbouring characters.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export const LONGEST_QUESTION = 80;
const MOST_TERMS = 12;

/** What is looked for: words as they are, runs of Chinese characters as pairs. */
export function searchTerms(question: string): string[] {
  const words = foldText(question.slice(0, LONGEST_QUESTION)).split(' ');
  const terms = words.flatMap((word) => word.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? []).flatMap(termsOf);
  return [...new Set(terms)].slice(0, MOST_TERMS);
}

function termsOf(run: string): string[] {
  const signs = [...run];
  if (!/\p{Script=Han}/u.test(run) || signs.length <= 2) return [run];
  return signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
}
