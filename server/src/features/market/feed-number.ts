/** Places after the point that a rate has at the most. */
const PLACES = 18;
const LARGEST_EXPONENT = 40;

/** A number of an answer, as it was written: JSON's own numbers would be floats, and lose digits. */
class Written {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The positive number that stands at a JSON pointer (RFC 6901) in a text of JSON, exactly as it was written: as a number, or a text of one. More
 * than 18 places are cut off. Undefined where there is none, or it is no rate.
 */
export function numberAt(text: string, pointer: string): string | undefined {
  const root = parsed(text);
  if (root === undefined) return undefined;
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let at: unknown = root.value;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || at instanceof Written || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return plainDecimal(at instanceof Written ? at.text : at);
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    const keepWritten = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
      typeof value === 'number' ? new Written(context?.source ?? '') : value;
    return { value: JSON.parse(text, keepWritten) };
  } catch {
    return undefined;
  }
}

/** A decimal above zero without exponent and needless zeros, below 10^18. */
function plainDecimal(text: unknown): string | undefined {
  const match = typeof text === 'string' ? /^(\d{1,40})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text) : null;
  if (!match) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  if (Math.abs(Number(exponent)) > LARGEST_EXPONENT) return undefined;
  const shift = PLACES + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  const scaled = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
  if (scaled <= 0n || scaled >= 10n ** BigInt(PLACES + 17)) return undefined;
  return decimalOf(scaled);
}

/** A rate as an integer with 18 places. */
function scaledRate(rate: string): bigint {
  const [whole = '', fraction = ''] = rate.split('.');
  return BigInt(whole + fraction.padEnd(PLACES, '0'));
}

function decimalOf(scaled: bigint): string {
  const text = scaled.toString().padStart(PLACES + 1, '0');
  return `${text.slice(0, -PLACES)}.${text.slice(-PLACES)}`.replace(/\.?0+$/, '');
}

const WHOLE_BP = 10_000n;

/** What is exchanged at: less for USDT that comes in, more for USDT that is asked for; rounded so that nobody is paid more. */
export function withSpread(fed: string, spreadBp: number): { readonly rate: string; readonly toUsdt: string } {
  const [scaled, spread] = [scaledRate(fed), BigInt(spreadBp)];
  const rate = (scaled * (WHOLE_BP - spread)) / WHOLE_BP;
  const toUsdt = (scaled * (WHOLE_BP + spread) + WHOLE_BP - 1n) / WHOLE_BP;
  return { rate: decimalOf(rate), toUsdt: decimalOf(toUsdt) };
}

/** Whether a rate is farther from the last one than the bound allows, in basis points of the last one. */
export function isJump(last: string, next: string, jumpBp: number): boolean {
  const [from, to] = [scaledRate(last), scaledRate(next)];
  const distance = from > to ? from - to : to - from;
  return distance * WHOLE_BP > from * BigInt(jumpBp);
}
