interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): unknown;
}

/** Makes the libraries at hand keep the page's content security policy. Called once, before anything is drawn. */
export function keepPagePolicy(): void {
  guardHtml();
  nameStyles();
}

/**
 * Under Trusted Types, antd's style elements are the only ones to assign innerHTML, with CSS. The default policy
 * therefore lets text through that can start no element, and nothing else: no script, no script address, no markup.
 */
function guardHtml(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypesFactory };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => {
      if (/<[a-z!/?]/i.test(text)) throw new TypeError('markup is not assigned in this console');
      return text;
    },
  });
}

/** Some of antd's style elements (the one that stops the page from scrolling under a dialog) forget the nonce they were given. */
function nameStyles(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  if (!nonce) return;
  const createElement = document.createElement.bind(document) as (name: string, options?: ElementCreationOptions) => HTMLElement;
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = createElement(name, options);
    if (name === 'style') element.nonce = nonce;
    return element;
  }) as typeof document.createElement;
}
