/** A QR code as one SVG path. */
export interface QrShape {
  readonly size: number;
  /** Where the grid of dots begins, and the width of one cell. */
  readonly margin: number;
  readonly cell: number;
  /** All dark dots, in cells. */
  readonly path: string;
  /** Where the mark goes. */
  readonly logo: { readonly at: number; readonly size: number };
}
