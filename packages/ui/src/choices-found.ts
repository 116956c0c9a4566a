import type { Choice } from './filter-chip.tsx';

/** Of many choices those whose name or value holds every word of a text, whatever its case and accents. */
export function choicesFound(choices: readonly Choice[], text: string): readonly Choice[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return choices.filter(({ label, value }) => {
    const whole = plain(`${label} ${value}`);
    return words.every((word) => whole.includes(word));
  });
}

/** A text as it is compared: Vietnamese is often typed without its accents; its đ is a letter of its own. */
export function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('đ', 'd');
}
