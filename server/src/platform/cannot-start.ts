/** A reason not to start that the person at the terminal can remove; shown without a stack. */
export class CannotStart extends Error {
  override readonly name: string = 'CannotStart';
}
