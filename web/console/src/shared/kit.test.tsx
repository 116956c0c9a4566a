import { CallRefused, NoAnswer } from '@purser/client/transport';
import { whyFailed } from '@purser/console-kit/why-failed';
import { LANGUAGES } from '@purser/contract/language';
import { team } from '@purser/contract/outcomes/team';
import { translator } from '@purser/i18n/catalogue';
import { kit } from '@purser/i18n/console/kit/en';
import { everyText } from '@purser/i18n/testing/every-text';
import { CountBadge } from '@purser/ui/count-badge';
import { QrCode } from '@purser/ui/qr-code';
import { ErrorState } from '@purser/ui/states';
import { KitTextsProvider } from '@purser/ui/texts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';

const html = (shown: ReactNode): string =>
  renderToStaticMarkup(<KitTextsProvider value={{ t: translator(kit, kit) }}>{shown}</KitTextsProvider>);

it.each([
  [0, ''],
  [1, '>1<'],
  [99, '>99<'],
  [100, '>99+<'],
])('a badge counts %s as %j', (count, shown) => {
  const badge = html(<CountBadge count={count} />);
  if (shown === '') expect(badge).toBe('');
  else expect(badge).toContain(shown);
});

it('a badge has another maximum where it is given one', () => {
  expect(html(<CountBadge count={10} max={9} />)).toContain('>9+<');
});

it('a code is 400 wide with a margin of 20, and a logo takes a fifth of what is between', () => {
  const code = html(<QrCode text="PM0000000001" logo="/logo.png" />);
  expect(code).toContain('viewBox="0 0 400 400" width="400"');
  expect(code).toMatch(/<path d="M20 20h/);
  expect(code).toContain('<image href="/logo.png" x="164" y="164" width="72" height="72">');
});

describe.each(LANGUAGES)('what did not come, in %s,', async (language) => {
  const texts = await everyText('console', language);
  const t = translator(texts, texts) as never;
  const shown = (error: unknown): string =>
    renderToStaticMarkup(
      <KitTextsProvider value={{ t, whyFailed: (failed) => whyFailed(failed, t) }}>
        <ErrorState error={error} onRetry={() => {}} />
      </KitTextsProvider>,
    );
  const refused = (http: number): CallRefused =>
    new CallRefused(
      {
        code: team.member_not_allowed.code,
        msg: 'member_not_allowed',
        detail: team.member_not_allowed.text[language],
        data: null,
        request_id: '',
      },
      http,
    );

  it('is told as not allowed where it is, with nothing to try again', () => {
    const state = shown(refused(403));
    expect(state).toContain(team.member_not_allowed.text[language]);
    expect(state).not.toContain(texts['kit.failedHint']);
    expect(state).not.toContain(texts['kit.retry']);
  });

  it('is told in the words of whoever refused it, and may be tried again', () => {
    const state = shown(refused(500));
    expect(state).toContain(team.member_not_allowed.text[language]);
    expect(state).toContain(texts['kit.retry']);
  });

  it.each(['timeout', 'unreadable', 'unavailable'] as const)('is no matter of the connection where the server is %s', (reason) => {
    const state = shown(new NoAnswer(reason));
    expect(state).toContain(texts[`failure.${reason}`]);
    expect(state).not.toContain(texts['kit.failedHint']);
    expect(state).toContain(texts['kit.retry']);
  });

  it('is a matter of the connection where nobody is reached', () => {
    expect(shown(new NoAnswer('network'))).toContain(texts['kit.failedHint']);
  });
});
