/** The slider's picture, and the piece that belongs into its gap, in units of the picture. */
export const SLIDER_PICTURE = { width: 280, height: 120, piece: 44 } as const;
/** How far the piece can be moved: its left edge, in units of the picture. */
export const SLIDER_TRAVEL = SLIDER_PICTURE.width - SLIDER_PICTURE.piece;
/** Who cannot use the picture waits this long from when the challenge was made, in seconds. */
export const SLIDER_WAIT_S = 20;
/** How long a challenge can be answered from when it was made, in seconds. */
export const SLIDER_LIFETIME_S = 10 * 60;
/** Where the picture of a challenge is: with `?of=` the challenge. */
export const SLIDER_PICTURE_PATH = '/wallet/slider.png';
/** The most points of a track. */
export const LONGEST_TRACK = 200;
