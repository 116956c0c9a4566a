import type { Secrets } from '../../../platform/security/secrets.ts';
import { openChallenge } from '../slider.ts';

interface Installation {
  readonly secrets: Secrets;
}

/** The right answer to a challenge, without a track: only whoever has the installation's key can read it. */
export function answerOf({ secrets }: Installation, challenge: string): { challenge: string; position: number } {
  const opened = openChallenge(secrets, challenge);
  if (!opened) throw new Error('this is no challenge of this installation');
  return { challenge, position: opened.left };
}

/** The same for a page's form, as a text: what is answered beside the form's hidden fields. */
export function slideOn(installation: Installation, html: string): { position: string } {
  const challenge = /name="challenge" value="([^"]+)"/.exec(html)?.[1] ?? '';
  return { position: String(answerOf(installation, challenge).position) };
}
