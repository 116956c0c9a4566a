import Bowser from 'bowser';

/** What a browser says it is, in the names that its makers gave it: "Chrome, Windows". Empty for what is not known; anybody may say anything. */
export function deviceOf(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(', ');
}
