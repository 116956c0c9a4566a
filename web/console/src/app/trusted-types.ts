interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): unknown;
}

/**
 * Under Trusted Types, antd's style elements are the only ones to assign innerHTML, with CSS. The default policy
 * therefore lets text through that can start no element, and nothing else: no script, no script address, no markup.
 */
export function guardHtml(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypesFactory };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => {
      if (/<[a-z!/?]/i.test(text)) throw new TypeError('markup is not assigned in this console');
      return text;
    },
  });
}
