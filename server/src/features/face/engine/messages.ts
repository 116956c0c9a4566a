/** Points of one face, in pixels of the picture that was looked at. */
export type Point = readonly [x: number, y: number];

/** The points of a face that a challenge reads. Left and right are those of the picture. */
export interface Landmarks {
  readonly leftEye: Point;
  readonly rightEye: Point;
  readonly nose: Point;
  readonly mouth: Point;
}

/** What the engine is asked: to look at one picture. */
export interface LookRequest {
  readonly bytes: Uint8Array;
  /** A frame of a camera, or the photograph of a document, on which a face is small. */
  readonly kind: 'frame' | 'document';
}

/** One face, as it was seen. */
export interface SeenFace {
  readonly landmarks: Landmarks;
  readonly eyes_px: number;
  /** How bright the face is, 0 to 255. */
  readonly luma: number;
  /** How much detail the face shows. */
  readonly sharpness: number;
  /** 128 numbers which are near those of another picture of the same person. */
  readonly descriptor: readonly number[];
}

export type Look =
  | { readonly problem: 'unreadable' | 'no_face' | 'many_faces'; readonly pixels: string }
  /** `pixels` names the picture's content: the same picture has the same name. */
  | { readonly face: SeenFace; readonly pixels: string };

/** The models that descriptors come from: those of other models are not comparable. */
export const MODEL = 'mediapipe-mesh+dlib-resnet/1';

export const DESCRIPTOR_NUMBERS = 128;
