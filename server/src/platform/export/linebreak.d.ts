/** Unicode's line breaking (UAX 14), as far as it is used; the package has no types. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** Where the text may be broken next, its end at last; null after that. */
    nextBreak(): { readonly position: number } | null;
  }
}
