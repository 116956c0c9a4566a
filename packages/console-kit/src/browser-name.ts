/** What one knows a browser by; a browser that says nothing known is shown as it says. */
export function browserOf(userAgent: string): string {
  const browser = /(?:Edg|OPR|Firefox|Chrome|Version)\/[\d]+/.exec(userAgent)?.[0] ?? userAgent.slice(0, 40);
  const system = /Windows|Android|iPhone|iPad|Mac OS X|Linux/.exec(userAgent)?.[0];
  const named = browser.replace('Edg/', 'Edge/').replace('OPR/', 'Opera/').replace('Version/', 'Safari/').replace('/', ' ');
  return [named === '' ? '–' : named, system].filter(Boolean).join(', ');
}
