/** What was typed into a page, over the making anew that a change of language is: for that page alone, for once, and never what is secret. */

const KEY = 'purser.typed';

/** Fields whose value is what was typed or chosen: not a password's, a slider's, a file's or a hidden one. */
const FIELDS = [
  ...['text', 'search', 'email', 'tel', 'url', 'checkbox', 'radio'].map((type) => `input[type="${type}"]`),
  'input:not([type])',
  'select',
  'textarea',
].join();
/** Codes that were sent, and numbers that a refused form does not show again either. */
const SECRET = '[autocomplete="one-time-code"], [name="account_number"], [name="id_number"]';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Kept {
  readonly path: string;
  readonly values: [name: string, value: string | boolean][];
}

/** Keeps what is typed so far for the same page in another language. */
export function keepTyped(): void {
  const kept: Kept = { path: location.pathname, values: fieldsOfPage().map((field) => [field.name, valueOf(field)]) };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Where the browser refuses storage, what was typed is lost.
  }
}

/** Whether something waits to be given back. */
export function isTypedKept(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Fills in again what was kept for this page, and forgets it. */
export function giveBackTyped(): void {
  const values = takeKept();
  for (const field of fieldsOfPage()) {
    const at = values.findIndex(([name]) => name === field.name);
    const [kept] = at < 0 ? [] : values.splice(at, 1);
    if (kept && kept[1] !== valueOf(field)) fill(field, kept[1]);
  }
}

function takeKept(): Kept['values'] {
  if (!isTypedKept()) return [];
  const kept = sessionStorage.getItem(KEY) ?? '';
  sessionStorage.removeItem(KEY);
  const { path, values } = JSON.parse(kept) as Kept;
  return path === location.pathname ? values : [];
}

function fieldsOfPage(): Field[] {
  return [...document.querySelectorAll<Field>(`main :is(${FIELDS})`)].filter((field) => !field.matches(SECRET));
}

function isTicked(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}

function valueOf(field: Field): string | boolean {
  return isTicked(field) ? field.checked : field.value;
}

/** As by hand, so that the page hears of it. */
function fill(field: Field, value: string | boolean): void {
  const fold = field.closest('details');
  if (fold) fold.open = true;
  if (isTicked(field)) return field.click();
  // React takes a value that is set past it for one that was typed.
  Reflect.set(Object.getPrototypeOf(field) as Field, 'value', value, field);
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
}
