import { plain } from '@purser/ui/choices-found';

interface Findable {
  readonly name: string;
  readonly beside?: string | undefined;
  readonly also?: readonly string[];
}

/** How far down a word is that is found in another way than the one before it. */
const STEP = 10;

/** Those that have every word of a text, whatever its case and accents, the best first; all of them, as they are, for no text. */
export function ranked<Entry extends Findable>(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries
    .map((entry) => ({ entry, distance: distanceOf(entry, words) }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.distance - other.distance)
    .map(({ entry }) => entry);
}

/** Nothing is as near as the whole name; then what its words are in: the name, the English name, what else it is found by. */
function distanceOf({ name, beside = '', also = [] }: Findable, words: readonly string[]): number {
  const fields = [name, ...also, beside].map(plain);
  const phrase = words.join(' ');
  const whole = fields.findIndex((field) => field.startsWith(phrase));
  const apart = Math.max(...words.map((word) => Math.min(...fields.map((field, index) => index * STEP + depthOf(field, word)))));
  return whole === -1 ? apart : Math.min(apart, whole * STEP + (fields[whole] === phrase ? -1 : 0));
}

/** Where in a text a word is: it begins it, it begins a word of it, it is within one. */
function depthOf(text: string, word: string): number {
  const at = text.indexOf(word);
  if (at <= 0) return at === 0 ? 1 : Number.POSITIVE_INFINITY;
  return text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word)) ? 2 : 3;
}
